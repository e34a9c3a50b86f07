package dev.waybill.server.provider.email;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.waybill.server.provider.Credential;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// An SMTP server that answers as it is told to. It takes everything where nobody told it otherwise.
final class ScriptedSmtp implements AutoCloseable {
    /// Instead of an answer: the connection ends.
    static final String CUT = "cut";

    /// Instead of an answer: nothing, for as long as the caller waits.
    static final String SILENCE = "silence";

    /// What follows a letter's dot.
    static final String END = "END";

    private final ServerSocket listening;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<String> letters = new CopyOnWriteArrayList<>();

    private ScriptedSmtp(ServerSocket listening) {
        this.listening = listening;
        answers.put("GREETING", "220 test");
        answers.put("EHLO", "250-test\r\n250 AUTH PLAIN LOGIN");
        answers.put("STARTTLS", "220 go on");
        answers.put("AUTH", "235 ok");
        answers.put("DATA", "354 go on");
        answers.put(END, "250 2.0.0 Ok: queued as 4F2B");
        answers.put("QUIT", "221 bye");
    }

    static ScriptedSmtp start(String address) {
        try {
            ScriptedSmtp server =
                    new ScriptedSmtp(new ServerSocket(0, 50, InetAddress.getByName(address)));
            Thread.ofVirtual().name("scripted smtp").start(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ScriptedSmtp start() {
        return start("127.0.0.1");
    }

    ScriptedSmtp on(String verb, String answer) {
        answers.put(verb, answer);
        return this;
    }

    ScriptedSmtp offeringTls() {
        return on("EHLO", "250-test\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN");
    }

    Credential credential(Map<String, String> more) {
        Map<String, String> fields = new ConcurrentHashMap<>();
        fields.put("host", listening.getInetAddress().getHostAddress());
        fields.put("port", String.valueOf(listening.getLocalPort()));
        fields.put("security", "none");
        fields.put("username", "bot");
        fields.put("password", Mailroom.PASSWORD);
        fields.put("from", Mailroom.OWN);
        fields.putAll(more);
        return new Credential("scripted", fields, true);
    }

    List<String> heard() {
        return heard;
    }

    List<String> letters() {
        return letters;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                Thread.ofVirtual().name("scripted letter").start(() -> serve(socket));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            if (say(socket, "GREETING")) {
                talk(socket);
            }
        } catch (IOException | GeneralSecurityException _) {
            // the caller has gone
        }
    }

    private void talk(Socket first) throws IOException, GeneralSecurityException {
        Socket socket = first;
        for (String line = line(socket); line != null; line = line(socket)) {
            heard.add(line);
            String verb = line.replaceFirst(" .*", "").toUpperCase(Locale.ROOT);
            if (!say(socket, verb)) {
                return;
            }
            if (verb.equals("STARTTLS")) {
                socket = secured(socket);
            }
            if (verb.equals("DATA") && answer("DATA").startsWith("354")) {
                letters.add(letter(socket));
                if (!say(socket, END)) {
                    return;
                }
            }
            if (verb.equals("QUIT")) {
                return;
            }
        }
    }

    private String answer(String verb) {
        return answers.getOrDefault(verb, "250 ok");
    }

    private boolean say(Socket socket, String verb) throws IOException {
        String answer = answer(verb);
        if (answer.equals(CUT)) {
            return false;
        }
        if (answer.equals(SILENCE)) {
            return true;
        }
        socket.getOutputStream().write((answer + "\r\n").getBytes(ISO_8859_1));
        return !answer.startsWith("421");
    }

    private static String letter(Socket socket) throws IOException {
        StringBuilder letter = new StringBuilder();
        for (String line = line(socket); line != null && !line.equals("."); line = line(socket)) {
            letter.append(line).append('\n');
        }
        return letter.toString();
    }

    private static @Nullable String line(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    private static Socket secured(Socket plain) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        Path file = Mailroom.pem().certificate().resolveSibling("made.p12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        SSLSocket secured =
                (SSLSocket) context.getSocketFactory().createSocket(plain, null, 0, true);
        secured.setUseClientMode(false);
        secured.startHandshake();
        return secured;
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
