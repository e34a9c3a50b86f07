package dev.waybill.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// What a fuzzer made up, taken line by line, so that what is kept of it can be read and written by people.
public final class Made {
    private final byte[] bytes;
    private int at;

    public Made(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /// The next line without its end; nothing after the last.
    public String line() {
        int start = at;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        String line = new String(bytes, start, at - start, UTF_8);
        at = Math.min(bytes.length, at + 1);
        return line;
    }

    /// All that is left.
    public byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
        at = bytes.length;
        return rest;
    }

    public String restText() {
        return new String(rest(), UTF_8);
    }

    public int size() {
        return bytes.length;
    }
}
