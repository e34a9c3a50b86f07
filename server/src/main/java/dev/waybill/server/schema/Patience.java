package dev.waybill.server.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Patterns come from whoever registers an action, and some need forever on the right text. Each match may look at its
/// text only so often. A pattern of another dialect that cannot be read here is left to the handler.
final class Patience implements RegularExpressionFactory {
    private static final int MOST_LOOKS = 1_000_000;

    @Override
    public RegularExpression getRegularExpression(String regex) {
        try {
            Pattern pattern = Pattern.compile(regex);
            return text -> pattern.matcher(new Looked(text, new AtomicInteger())).find();
        } catch (PatternSyntaxException _) {
            return _ -> true;
        }
    }

    /// Thrown when a pattern looks too often.
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("a pattern takes too long on this value", null, false, false);
        }
    }

    private record Looked(CharSequence text, AtomicInteger looks) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (looks.incrementAndGet() > MOST_LOOKS) {
                throw new Exhausted();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Looked(text.subSequence(start, end), looks);
        }
    }
}
