package dev.waybill.server.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/// A connection that is kept from one request to the next. It says exactly what it is told to say, and costs little beside
/// the server that answers.
final class Line implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Servers hang up on those who are silent.
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "DELETE");

    private final URI server;
    private final Socket socket;
    private final InputStream in;
    private long lastUsed = System.nanoTime();
    private boolean good = true;

    /// Said before the answer began: nobody has heard the request.
    static final class HungUp extends IOException {
        private static final long serialVersionUID = 1;

        HungUp(IOException cause) {
            super("hung up", cause);
        }
    }

    Line(URI server) throws IOException {
        this.server = server;
        this.socket = new Socket(InetAddress.getByName(server.getHost()), server.getPort());
        this.socket.setTcpNoDelay(true);
        this.socket.setSoTimeout((int) PATIENCE.toMillis());
        this.in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
    }

    /// Whether another request may be made.
    boolean good() {
        return good && System.nanoTime() - lastUsed < LONGEST_SILENCE.toNanos();
    }

    ApiClient.Answer ask(Attack attack) throws IOException {
        good = false;
        say(request(attack));
        String head = head();
        ApiClient.Answer bare = new ApiClient.Answer(attack, status(head), head, "");
        String text = new String(body(bare), UTF_8);
        lastUsed = System.nanoTime();
        good = !bare.header("Connection").equalsIgnoreCase("close");
        return new ApiClient.Answer(attack, bare.status(), head, text);
    }

    private byte[] request(Attack attack) {
        StringBuilder text = new StringBuilder();
        text.append(attack.method()).append(' ').append(attack.path()).append(" HTTP/1.1\r\n");
        field(text, "Host", server.getAuthority());
        attack.headers().forEach((name, value) -> field(text, name, value));
        if (attack.token() != null) {
            field(text, "Authorization", "Bearer " + attack.token());
        }
        String body = attack.body();
        if (body != null || !WITHOUT_BODY.contains(attack.method())) {
            field(text, "Content-Length", "" + (body == null ? 0 : body.length()));
        }
        return text.append("\r\n").append(body == null ? "" : body).toString().getBytes(ISO_8859_1);
    }

    private static void field(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append("\r\n");
    }

    /// Who refuses a request may hang up before it has heard all of it; what it said is there nevertheless.
    private void say(byte[] request) {
        try {
            socket.getOutputStream().write(request);
        } catch (IOException _) {
            // Whether there is an answer is seen when it is read.
        }
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder();
        String first;
        try {
            first = line();
        } catch (IOException e) {
            throw new HungUp(e);
        }
        for (String line = first; !line.isEmpty(); line = line()) {
            head.append(line).append('\n');
        }
        return head.toString();
    }

    private static int status(String head) {
        return Integer.parseInt(head.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
    }

    private byte[] body(ApiClient.Answer bare) throws IOException {
        String length = bare.header("Content-Length");
        if (bare.header("Transfer-Encoding").equalsIgnoreCase("chunked")) {
            return chunks();
        }
        if (!length.isEmpty()) {
            return exactly(Integer.parseInt(length));
        }
        return bare.status() == 204 ? new byte[0] : in.readAllBytes();
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = size(); size > 0; size = size()) {
            body.write(exactly(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int size() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer ends early");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new EOFException("the line ends early");
            }
            if (read != '\r') {
                line.append((char) read);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
