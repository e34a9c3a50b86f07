package dev.waybill.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import tools.jackson.databind.JsonNode;

/// A server that says what a test wants: just enough HTTP and WebSocket for one agent.
final class FakeServer implements AutoCloseable {
    private static final String AGENT =
            """
            {"ok":true,"data":{"id":"12","name":"bob","handle":"@bob","type":"agent","status":"online","metadata":{},\
            "created_at":"2026-01-01T00:00:00Z","last_seen":"2026-01-01T00:00:00Z"}}""";
    private static final String PASS =
            """
            {"ok":true,"data":{"node_id":"node_direct_12","node_name":"direct-12","token":"nt_live_0"}}""";

    private final ServerSocket listener;
    private final BlockingQueue<Peer> peers = new LinkedBlockingQueue<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    FakeServer() {
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /// The next one that opens a WebSocket.
    Peer peer() throws InterruptedException {
        return peers.take();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            } catch (IOException _) {
                // The listener is closed.
            }
        }
    }

    private void serve(Socket socket) {
        try {
            DataInputStream in =
                    new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            while (true) {
                String request = line(in);
                String key = null;
                for (String header = line(in); !header.isEmpty(); header = line(in)) {
                    if (header.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:")) {
                        key = header.substring(header.indexOf(':') + 1).strip();
                    }
                }
                if (key != null) {
                    out.writeBytes(upgrade(key));
                    peers.add(new Peer(socket, in, out));
                    return;
                }
                byte[] body = (request.contains("node-token") ? PASS : AGENT).getBytes(UTF_8);
                out.writeBytes("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
                out.write(body);
            }
        } catch (IOException _) {
            // The client is gone.
        }
    }

    private static String upgrade(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1")
                            .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(UTF_8));
            return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: "
                    + Base64.getEncoder().encodeToString(digest)
                    + "\r\n\r\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The other side of one WebSocket.
    record Peer(Socket socket, DataInputStream in, DataOutputStream out) {
        private static final int TEXT = 1;

        /// The next text frame; pings are passed over.
        JsonNode next() throws IOException {
            while (true) {
                int opcode = in.readUnsignedByte() & 0x0f;
                int length = in.readUnsignedByte() & 0x7f;
                if (length == 126) {
                    length = in.readUnsignedShort();
                }
                byte[] mask = in.readNBytes(4);
                byte[] body = in.readNBytes(length);
                for (int i = 0; i < body.length; i++) {
                    body[i] ^= mask[i % 4];
                }
                if (opcode == TEXT) {
                    return Wire.JSON.tree(new String(body, UTF_8));
                }
            }
        }

        synchronized void say(String text) throws IOException {
            byte[] body = text.getBytes(UTF_8);
            out.writeByte(0x80 | TEXT);
            if (body.length < 126) {
                out.writeByte(body.length);
            } else {
                out.writeByte(126);
                out.writeShort(body.length);
            }
            out.write(body);
        }

        /// Answers `node.register`.
        void accept(boolean receipts) throws IOException {
            next();
            say(
                    """
                    {"v":1,"id":"register","type":"reply","ok":true,"data":{"accepted_capabilities":\
                    [{"name":"waybill:receipts-v1","kind":"capacity","accepted":%s}]}}"""
                            .formatted(receipts));
        }

        void deliver(long seq, String text) throws IOException {
            say(
                    """
                    {"v":1,"type":"deliver","delivery_id":"del_%d","agent_id":"12","agent":"bob","msg_id":"%d","seq":%d,\
                    "mode":"wait","payload":{"type":"message.created","data":{"id":"%d","agent_id":"11",\
                    "from_name":"alice","text":"%s"}}}"""
                            .formatted(seq, seq, seq, seq, text));
        }

        void close() throws IOException {
            socket.close();
        }
    }
}
