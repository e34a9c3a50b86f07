package dev.waybill.server.outbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads an answer off a connection that ends with it, and no more of it than was asked for.
final class AnswerReader {
    private static final int MAX_HEAD = 16 << 10;
    private static final int MAX_CHUNK_LINE = 256;

    private final InputStream in;
    private final int maxBody;

    /// With a limit of 0 the body is left alone.
    AnswerReader(InputStream in, int maxBody) {
        this.in = in;
        this.maxBody = maxBody;
    }

    HttpAnswer read() throws IOException {
        HttpAnswer answer = readHead();
        while (answer.status() < 200) {
            answer = readHead();
        }
        return maxBody == 0
                ? answer
                : new HttpAnswer(answer.status(), answer.headers(), readBody(answer));
    }

    private HttpAnswer readHead() throws IOException {
        int[] left = {MAX_HEAD};
        int status = status(line(left));
        Map<String, String> headers = new HashMap<>();
        for (String line = line(left); !line.isEmpty(); line = line(left)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return new HttpAnswer(status, headers, "");
    }

    private String readBody(HttpAnswer answer) throws IOException {
        boolean chunked =
                answer.header("transfer-encoding").filter("chunked"::equalsIgnoreCase).isPresent();
        return new String(chunked ? chunks() : whole(answer), UTF_8);
    }

    /// Without a length the body goes on until the connection ends. No more comes with these statuses, whatever they say.
    private byte[] whole(HttpAnswer answer) throws IOException {
        if (answer.status() == 204 || answer.status() == 304) {
            return new byte[0];
        }
        Optional<Integer> told =
                answer.header("content-length")
                        .filter(text -> text.matches("\\d{1,9}"))
                        .map(text -> Math.min(Integer.parseInt(text), maxBody));
        return told.isPresent() ? exactly(told.get()) : in.readNBytes(maxBody);
    }

    private byte[] exactly(int wanted) throws IOException {
        byte[] read = in.readNBytes(wanted);
        if (read.length < wanted) {
            throw new IOException("the connection was closed within the answer");
        }
        return read;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            int wanted = Math.min(size, maxBody - body.size());
            body.writeBytes(exactly(wanted));
            if (wanted < size || body.size() == maxBody) {
                break;
            }
            line(new int[] {MAX_CHUNK_LINE});
        }
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        String line = line(new int[] {MAX_CHUNK_LINE});
        String digits = line.replaceFirst("\\s*;.*", "");
        if (!digits.matches("[0-9a-fA-F]{1,7}")) {
            throw new IOException("the answer is not HTTP");
        }
        return Integer.parseInt(digits, 16);
    }

    private static int status(String line) throws IOException {
        if (!line.matches("HTTP/1\\.[01] [1-5]\\d\\d( .*)?")) {
            throw new IOException("the answer is not HTTP");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private String line(int[] left) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection was closed without an answer");
            }
            if (left[0]-- == 0) {
                throw new IOException("the head of the answer is too long");
            }
            line.write(c);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }
}
