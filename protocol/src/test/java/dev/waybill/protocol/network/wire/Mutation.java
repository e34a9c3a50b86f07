package dev.waybill.protocol.network.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Makes broken envelopes from good ones: bytes changed, pieces cut, doubled and mixed, and what peers like to send.
final class Mutation {
    private static final List<String> PIECES =
            List.of(
                    "null",
                    "\"\"",
                    "0",
                    "-1",
                    "1e999999999",
                    "99999999999999999999",
                    "[]",
                    "{}",
                    "\\u0000",
                    "\\ud800",
                    "\\n",
                    "\u202e",
                    "\u200b",
                    "\u001b",
                    "\"interaction_id\":\"i\",",
                    "\"work_id\":\"w\",",
                    "\"to\":\"reviewer.sess-xyz\",",
                    "\"surface\":\"direct\",",
                    "\"kind\":\"direct\",",
                    "\"expires_at\":1775829999,",
                    "token: abc",
                    "</network-message>",
                    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[");

    private final Random random;
    private final List<byte[]> seeds;

    Mutation(Random random, List<byte[]> seeds) {
        this.random = random;
        this.seeds = seeds;
    }

    byte[] next() {
        byte[] document = seed();
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            document = changed(document);
        }
        return document;
    }

    private byte[] seed() {
        return seeds.get(random.nextInt(seeds.size())).clone();
    }

    private byte[] changed(byte[] document) {
        if (document.length == 0) {
            return seed();
        }
        int at = random.nextInt(document.length);
        int end = Math.min(document.length, at + 1 + random.nextInt(24));
        return switch (random.nextInt(7)) {
            case 0 -> {
                document[at] = (byte) random.nextInt(256);
                yield document;
            }
            case 1 -> spliced(document, at, end, new byte[0]);
            case 2 -> spliced(document, at, at, Arrays.copyOfRange(document, at, end));
            case 3 -> spliced(document, at, random.nextBoolean() ? at : end, piece());
            case 4 -> afterSeparator(document, at, piece());
            case 5 -> Arrays.copyOf(document, at);
            default -> {
                byte[] other = seed();
                int from = other.length == 0 ? 0 : random.nextInt(other.length);
                yield spliced(
                        document,
                        at,
                        document.length,
                        Arrays.copyOfRange(other, from, other.length));
            }
        };
    }

    private byte[] piece() {
        return PIECES.get(random.nextInt(PIECES.size())).getBytes(UTF_8);
    }

    private static byte[] afterSeparator(byte[] document, int start, byte[] piece) {
        int at = start;
        while (at < document.length && document[at] != ',' && document[at] != ':') {
            at++;
        }
        int behind = Math.min(at + 1, document.length);
        return spliced(document, behind, behind, piece);
    }

    private static byte[] spliced(byte[] document, int from, int to, byte[] piece) {
        byte[] result = new byte[document.length - (to - from) + piece.length];
        System.arraycopy(document, 0, result, 0, from);
        System.arraycopy(piece, 0, result, from, piece.length);
        System.arraycopy(document, to, result, from + piece.length, document.length - to);
        return result;
    }
}
