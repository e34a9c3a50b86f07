package dev.waybill.server.network;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.text.Hidden;
import org.jspecify.annotations.Nullable;

/// The beginning of what a message says, on one line and with nothing hidden in it. It is its sender's all the same.
final class Previews {
    private static final int LONGEST = 200;

    private Previews() {}

    static @Nullable String of(Envelope envelope) {
        String words = words(envelope.content());
        return words == null || words.isBlank() ? null : line(words.strip());
    }

    private static @Nullable String words(Content content) {
        return switch (content) {
            case Content.Say(var _, var _, var speech) -> speech.text();
            case Content.Direct(var _, var _, var speech) -> speech.text();
            case Content.Offer(var _, var _, var document) -> document.summary();
            case Content.Receipt(var _, var _, var admission) -> admission.detail();
            case Content.Trace(var _, var _, var progress) -> progress.message();
            case Content.Presence _ -> null;
        };
    }

    private static String line(String words) {
        StringBuilder line = new StringBuilder();
        words.codePoints()
                .limit(LONGEST)
                .forEach(one -> line.appendCodePoint(visible(one) ? one : ' '));
        return line.toString();
    }

    private static boolean visible(int codePoint) {
        boolean half = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return !half && !Hidden.is(codePoint);
    }
}
