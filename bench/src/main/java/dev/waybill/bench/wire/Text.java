package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;

/// A message as it lies in the buffer: looked through, not parsed.
public final class Text {
    private final byte[] bytes;
    private final int from;
    private final int to;

    private Text(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    /// A stretch of a buffer that begins where its array does.
    public static Text of(ByteBuffer buffer, int from, int to) {
        return new Text(buffer.array(), buffer.arrayOffset() + from, buffer.arrayOffset() + to);
    }

    public static byte[] key(String text) {
        return text.getBytes(US_ASCII);
    }

    public boolean startsWith(byte[] prefix) {
        return to - from >= prefix.length && at(from, prefix);
    }

    /// Where what follows the key begins; -1 when it is not there.
    public int after(byte[] key) {
        byte first = key[0];
        for (int i = from; i <= to - key.length; i++) {
            if (bytes[i] == first && at(i, key)) {
                return i + key.length;
            }
        }
        return -1;
    }

    /// The digits after the key.
    public long number(byte[] key) {
        return number(required(key));
    }

    /// The digits at a place of the message.
    public long numberAt(int place) {
        return number(from + place);
    }

    private long number(int at) {
        long value = 0;
        for (int i = at; i < to && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            value = value * 10 + bytes[i] - '0';
        }
        return value;
    }

    public String string(byte[] key) {
        return string(key, '"');
    }

    /// What stands between the key and the next such character.
    public String string(byte[] key, char until) {
        int at = required(key);
        int end = at;
        while (end < to && bytes[end] != until) {
            end++;
        }
        return new String(bytes, at, end - at, US_ASCII);
    }

    /// How much there is from where [#after] told to the end.
    public int lengthFrom(int place) {
        return to - place;
    }

    /// Copies so much from where [#after] told.
    public void copy(int place, int length, ByteBuffer into) {
        into.put(bytes, place, length);
    }

    private int required(byte[] key) {
        int at = after(key);
        if (at < 0) {
            throw new IllegalStateException("no " + new String(key, US_ASCII) + " in " + this);
        }
        return at;
    }

    private boolean at(int start, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[start + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return new String(bytes, from, Math.min(to - from, 400), US_ASCII);
    }
}
