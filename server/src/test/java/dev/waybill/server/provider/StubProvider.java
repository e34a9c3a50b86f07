package dev.waybill.server.provider;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A provider on loopback that answers as it is told to, well or badly, and remembers what it was asked. Answers are
/// scripted by method and path; the last one of a script is given again and again. What nobody scripted is 404.
public final class StubProvider implements AutoCloseable {
    private final ServerSocket listening;
    private final List<Request> journal = new CopyOnWriteArrayList<>();
    private final Map<String, Deque<Behaviour>> scripts = new ConcurrentHashMap<>();

    /// What arrived; header names are in lower case.
    public record Request(String method, String path, Map<String, String> headers, String body) {
        public String line() {
            return method + " " + path;
        }

        public String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /// What is done with a request that was read.
    public sealed interface Behaviour {
        record Answer(int status, Map<String, String> headers, String body) implements Behaviour {}

        /// Answers once the latch is open.
        record Held(CountDownLatch until, Answer then) implements Behaviour {}

        /// Ends the connection after so many bytes of the answer; 0 for none.
        record Cut(Answer of, int after) implements Behaviour {}
    }

    private StubProvider(ServerSocket listening) {
        this.listening = listening;
    }

    public static StubProvider start() {
        try {
            StubProvider stub =
                    new StubProvider(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().name("stub provider").start(stub::accept);
            return stub;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /// Answers the next request for this line, such as `POST /repos/o/r/issues/1/comments`; without the query.
    public StubProvider on(String line, int status, String body) {
        return on(line, status, Map.of(), body);
    }

    public StubProvider on(String line, int status, Map<String, String> headers, String body) {
        return on(line, new Behaviour.Answer(status, headers, body));
    }

    public StubProvider on(String line, Behaviour behaviour) {
        scripts.computeIfAbsent(line, _ -> new ArrayDeque<>()).add(behaviour);
        return this;
    }

    /// Reads the request and ends the connection without a word.
    public StubProvider cut(String line) {
        return on(line, new Behaviour.Cut(new Behaviour.Answer(200, Map.of(), ""), 0));
    }

    public List<Request> journal() {
        return journal;
    }

    public List<String> lines() {
        return journal.stream().map(Request::line).toList();
    }

    public List<Request> matching(String regex) {
        Pattern pattern = Pattern.compile(regex);
        return journal.stream().filter(one -> pattern.matcher(one.line()).matches()).toList();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                Thread.ofVirtual().name("stub request").start(() -> serve(socket));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Request request = read(new BufferedInputStream(socket.getInputStream()));
            if (request != null) {
                journal.add(request);
                behave(socket, next(request));
            }
        } catch (IOException _) {
            // the caller has gone
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Behaviour next(Request request) {
        String line = request.method() + " " + request.path().replaceFirst("\\?.*", "");
        Deque<Behaviour> script = scripts.get(line);
        if (script == null) {
            return new Behaviour.Answer(404, Map.of(), "{\"message\":\"Not Found\"}");
        }
        synchronized (script) {
            return script.size() > 1 ? script.remove() : script.element();
        }
    }

    private static void behave(Socket socket, Behaviour behaviour)
            throws IOException, InterruptedException {
        switch (behaviour) {
            case Behaviour.Answer answer -> socket.getOutputStream().write(bytes(answer));
            case Behaviour.Held(var until, var then) -> {
                until.await();
                socket.getOutputStream().write(bytes(then));
            }
            case Behaviour.Cut(var of, var after) ->
                    socket.getOutputStream().write(bytes(of), 0, after);
        }
    }

    private static byte[] bytes(Behaviour.Answer answer) {
        byte[] body = answer.body().getBytes(UTF_8);
        StringBuilder head = new StringBuilder("HTTP/1.1 " + answer.status() + " x\r\n");
        answer.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        head.append("Connection: close\r\nContent-Length: " + body.length + "\r\n\r\n");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.toString().getBytes(ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    private static @Nullable Request read(InputStream in) throws IOException {
        String[] first = line(in).split(" ", -1);
        if (first.length < 3) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Request(first[0], first[1], headers, new String(in.readNBytes(length), UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
