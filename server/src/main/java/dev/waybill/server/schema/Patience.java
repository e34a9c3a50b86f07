package dev.waybill.server.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Patterns come from whoever registers an action, and some need forever on the right text. Each look at a text is paid for
/// from the [Budget]. A pattern of another dialect that cannot be read here is left to the handler.
final class Patience implements RegularExpressionFactory {
    @Override
    public RegularExpression getRegularExpression(String regex) {
        try {
            Pattern pattern = Pattern.compile(regex);
            return text -> pattern.matcher(new Looked(text)).find();
        } catch (PatternSyntaxException _) {
            return _ -> true;
        }
    }

    private record Looked(CharSequence text) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            Budget.spend();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Looked(text.subSequence(start, end));
        }
    }
}
