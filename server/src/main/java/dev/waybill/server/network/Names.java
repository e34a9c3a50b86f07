package dev.waybill.server.network;

import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Sha256;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.text.Shown;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names that are given here, and names of others in a form that does no harm.
final class Names {
    private static final int RANDOM_BYTES = 8;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    private final SecureRandom random;

    Names(SecureRandom random) {
        this.random = random;
    }

    EnvelopeId message() {
        return new EnvelopeId("msg-" + hex());
    }

    String session() {
        return "sess-" + hex();
    }

    private String hex() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// Whether it can do no harm anywhere.
    static boolean isPlain(String text) {
        return PLAIN.matcher(text).matches();
    }

    /// As it may stand in a record, an event or a line: itself if it is plain, else in quotes and cut.
    static @Nullable String shown(@Nullable String text) {
        return text == null || isPlain(text) ? text : Shown.quoted(text);
    }

    /// What a unit of work is kept under: its name, or the hash of a name that is no proper text.
    static @Nullable String key(@Nullable WorkId work) {
        if (work == null) {
            return null;
        }
        String name = work.value();
        boolean proper =
                name.codePoints()
                        .noneMatch(
                                one ->
                                        one >= Character.MIN_SURROGATE
                                                && one <= Character.MAX_SURROGATE);
        return proper ? name : "sha256:" + Sha256.hex(name);
    }
}
