package dev.waybill.protocol.network;

import dev.waybill.protocol.network.text.Shown;
import java.util.regex.Pattern;

/// What a kind of name looks like, and the complaint about one that does not.
record Grammar(String what, Pattern pattern, String words) {
    Grammar(String what, String pattern, String words) {
        this(what, Pattern.compile(pattern), words);
    }

    boolean fits(String value) {
        return pattern.matcher(value).matches();
    }

    void check(String value) {
        if (!fits(value)) {
            throw new IllegalArgumentException(what + " " + Shown.quoted(value) + " " + words);
        }
    }
}
