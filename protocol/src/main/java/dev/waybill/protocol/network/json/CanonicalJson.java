package dev.waybill.protocol.network.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// The canonical form of a JSON value by RFC 8785, over which signatures are made.
///
/// Refuses what the form cannot tell apart or cannot hold: repeated names, and numbers that are not exactly a double.
public final class CanonicalJson {
    private CanonicalJson() {}

    /// Throws [NotJson].
    public static byte[] bytes(Tree value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString().getBytes(UTF_8);
    }

    private static void append(StringBuilder out, Tree value) {
        switch (value) {
            case Tree.Text text -> appendString(out, text.value());
            case Tree.Numeral numeral -> out.append(number(numeral));
            case Tree.Flag flag -> out.append(flag.value());
            case Tree.Nothing _ -> out.append("null");
            case Tree.Items items -> appendItems(out, items.items());
            case Tree.Members members -> appendMembers(out, members.members());
        }
    }

    private static void appendItems(StringBuilder out, List<Tree> items) {
        out.append('[');
        String before = "";
        for (Tree item : items) {
            out.append(before);
            append(out, item);
            before = ",";
        }
        out.append(']');
    }

    /// Names are in the order of their UTF-16 code units, which is how Java compares strings.
    private static void appendMembers(StringBuilder out, List<Tree.Member> members) {
        TreeMap<String, Tree> sorted = new TreeMap<>();
        Set<String> seen = new HashSet<>();
        for (Tree.Member member : members) {
            if (!seen.add(member.name())) {
                throw new NotJson("a name is repeated, so there is no canonical form");
            }
            sorted.put(member.name(), member.value());
        }
        out.append('{');
        String before = "";
        for (var member : sorted.entrySet()) {
            out.append(before);
            appendString(out, member.getKey());
            out.append(':');
            append(out, member.getValue());
            before = ",";
        }
        out.append('}');
    }

    private static void appendString(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static String number(Tree.Numeral numeral) {
        double value = Double.parseDouble(numeral.literal());
        if (Double.isInfinite(value)) {
            throw new NotJson("a number is too large for the canonical form");
        }
        boolean whole = numeral.literal().chars().allMatch(c -> c == '-' || Character.isDigit(c));
        if (whole && Math.abs(value) > EcmaNumber.MAX_SAFE) {
            throw new NotJson("a whole number is beyond 2^53, so there is no canonical form");
        }
        return EcmaNumber.text(value);
    }

    /// Numbers as ECMAScript writes them: the shortest digits that name the double.
    private static final class EcmaNumber {
        static final double MAX_SAFE = 9007199254740991.0;

        private EcmaNumber() {}

        static String text(double value) {
            if (value == 0) {
                return "0";
            }
            String sign = value < 0 ? "-" : "";
            BigDecimal shortest = shortest(Math.abs(value)).stripTrailingZeros();
            String digits = shortest.unscaledValue().toString();
            int point = digits.length() - shortest.scale();
            return sign + placed(digits, point);
        }

        /// Java never writes fewer than two digits, so one digit is tried first.
        private static BigDecimal shortest(double value) {
            BigDecimal written = new BigDecimal(Double.toString(value));
            BigDecimal one = written.round(new MathContext(1, RoundingMode.HALF_EVEN));
            return one.doubleValue() == value ? one : written;
        }

        /// The digits with the decimal point behind so many of them.
        private static String placed(String digits, int point) {
            int count = digits.length();
            if (count <= point && point <= 21) {
                return digits + "0".repeat(point - count);
            }
            if (0 < point && point <= 21) {
                return digits.substring(0, point) + "." + digits.substring(point);
            }
            if (-6 < point && point <= 0) {
                return "0." + "0".repeat(-point) + digits;
            }
            int exponent = point - 1;
            String power = "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
            return count == 1
                    ? digits + power
                    : digits.charAt(0) + "." + digits.substring(1) + power;
        }
    }
}
