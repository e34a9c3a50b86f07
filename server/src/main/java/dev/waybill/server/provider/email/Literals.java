package dev.waybill.server.provider.email;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// What an IMAP server sends, as long as no piece of it is announced as larger than anything that is asked for: the mail
/// library makes room for what is announced.
final class Literals extends FilterInputStream {
    private static final long LARGEST = 8 << 20;

    private enum State {
        LINE,
        NUMBER,
        CLOSED,
        RETURN
    }

    private State state = State.LINE;
    private long announced;
    private long inside;

    Literals(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int next = in.read();
        if (next >= 0) {
            look((byte) next);
        }
        return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = in.read(into, offset, length);
        for (int i = 0; i < count; i++) {
            look(into[offset + i]);
        }
        return count;
    }

    private void look(byte next) throws IOException {
        if (inside > 0) {
            inside--;
            return;
        }
        switch (state) {
            case LINE -> begin(next);
            case NUMBER -> number(next);
            case CLOSED -> state = next == '\r' ? State.RETURN : again(next);
            case RETURN -> {
                if (next == '\n') {
                    inside = announced;
                }
                state = State.LINE;
            }
        }
    }

    private void begin(byte next) {
        if (next == '{') {
            announced = 0;
            state = State.NUMBER;
        }
    }

    private void number(byte next) throws IOException {
        if (next >= '0' && next <= '9') {
            announced = announced * 10 + (next - '0');
            if (announced > LARGEST) {
                throw new IOException("the mail server announces more than is asked for");
            }
        } else {
            state = next == '}' ? State.CLOSED : again(next);
        }
    }

    private State again(byte next) {
        announced = 0;
        return next == '{' ? State.NUMBER : State.LINE;
    }

    /// Nothing is read twice, or it would be looked at twice.
    @Override
    public boolean markSupported() {
        return false;
    }
}
