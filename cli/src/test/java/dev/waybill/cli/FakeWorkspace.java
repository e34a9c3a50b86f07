package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A server that has only the log of one workspace and its live stream, and that fails when told to.
final class FakeWorkspace implements AutoCloseable {
    private static final Pattern SINCE = Pattern.compile("since=(\\d+)&limit=(\\d+)");
    private static final String WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket listening;
    private final List<Row> log = new ArrayList<>();
    private final List<Socket> streams = new ArrayList<>();
    private final Semaphore caughtUp = new Semaphore(0);
    private int refusal;
    private boolean echoing;

    private record Row(long seq, String type, String fields) {
        String frame() {
            return "{\"type\":\"%s\",%s,\"seq\":%d,\"agent_seq\":%d}"
                    .formatted(type, fields, seq, seq);
        }

        String row() {
            return "{\"seq\":%d,\"type\":\"%s\",\"channel_id\":null,\"payload\":{%s},\"created_at\":\"2026-01-01T00:00:00Z\"}"
                    .formatted(seq, type, fields);
        }
    }

    FakeWorkspace() {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /// Goes into the log and to everyone who is connected.
    synchronized void happen(String type, String fields) {
        Row row = append(type, fields);
        streams.forEach(stream -> send(stream, row.frame()));
    }

    /// Goes into the log only.
    synchronized void write(String type, String fields) {
        append(type, fields);
    }

    private Row append(String type, String fields) {
        Row row = new Row(log.size() + 1, type, fields);
        log.add(row);
        return row;
    }

    /// Goes to everyone who is connected, and nowhere else.
    synchronized void say(String frame) {
        streams.forEach(stream -> send(stream, frame));
    }

    /// From now on the stream tells again what the log is asked for.
    synchronized void echo() {
        echoing = true;
    }

    synchronized void refuse(int status) {
        refusal = status;
    }

    /// Breaks every connection.
    synchronized void drop() {
        streams.forEach(FakeWorkspace::close);
        streams.clear();
    }

    synchronized void endStreams(int code) {
        ByteBuffer frame =
                ByteBuffer.allocate(4).put((byte) 0x88).put((byte) 2).putShort((short) code);
        streams.forEach(stream -> write(stream, frame.array()));
    }

    /// Waits until somebody has opened the stream and read the log to its end since the last time.
    void awaitFollower() throws InterruptedException {
        assertThat(caughtUp.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            String request = in.readLine();
            String key = "";
            for (String line = request; line != null && !line.isEmpty(); line = in.readLine()) {
                if (line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:")) {
                    key = line.substring(line.indexOf(':') + 1).strip();
                }
            }
            if (request != null && request.startsWith("GET /v1/ws ")) {
                openStream(socket, key);
            } else if (request != null) {
                answer(socket, request);
            }
        } catch (IOException _) {
            close(socket);
        }
    }

    private synchronized void openStream(Socket socket, String key) {
        if (refusal != 0) {
            write(
                    socket,
                    ("HTTP/1.1 "
                                    + refusal
                                    + " No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                            .getBytes(ISO_8859_1));
            close(socket);
            return;
        }
        write(
                socket,
                ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                                + accepted(key)
                                + "\r\n\r\n")
                        .getBytes(ISO_8859_1));
        streams.add(socket);
    }

    private synchronized void answer(Socket socket, String request) {
        Matcher asked = SINCE.matcher(request);
        assertThat(asked.find()).as(request).isTrue();
        long since = Long.parseLong(asked.group(1));
        List<Row> page =
                log.stream()
                        .filter(row -> row.seq > since)
                        .limit(Long.parseLong(asked.group(2)))
                        .toList();
        if (echoing) {
            page.forEach(row -> streams.forEach(stream -> send(stream, row.frame())));
        }
        String body =
                "{\"ok\":true,\"data\":{\"events\":[%s],\"latest_seq\":%d,\"next_since\":%d}}"
                        .formatted(
                                page.stream().map(Row::row).collect(Collectors.joining(",")),
                                log.size(),
                                page.isEmpty() ? since : page.getLast().seq);
        byte[] bytes = body.getBytes(UTF_8);
        write(
                socket,
                ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                                + bytes.length
                                + "\r\n\r\n")
                        .getBytes(ISO_8859_1));
        write(socket, bytes);
        close(socket);
        if (!streams.isEmpty()) {
            caughtUp.release();
        }
    }

    private static String accepted(String key) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-1")
                            .digest((key + WEBSOCKET_GUID).getBytes(ISO_8859_1));
            return Base64.getEncoder().encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(Socket stream, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(bytes.length + 4).put((byte) 0x81);
        if (bytes.length < 126) {
            frame.put((byte) bytes.length);
        } else {
            frame.put((byte) 126).putShort((short) bytes.length);
        }
        frame.put(bytes).flip();
        byte[] whole = new byte[frame.remaining()];
        frame.get(whole);
        write(stream, whole);
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException _) {
            close(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        drop();
    }
}
