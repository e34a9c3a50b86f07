package dev.waybill.server.message;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Brings what is said and what is searched for to the same plain words: letters and digits, without case and accents.
/// Scripts that put no spaces between words are taken sign by sign.
final class Words {
    /// More of a text is not searchable; both engines bound what they take.
    private static final int MOST_CHARACTERS = 200_000;

    private static final int MOST_TERMS = 32;
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern SIGN =
            Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]");
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Pattern TERM = Pattern.compile("\"([^\"]*)\"?|([^\\s\"]+)");

    private Words() {}

    static String plain(String text) {
        String bounded = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
        return bounded.chars().allMatch(c -> c < 128) ? plainAscii(bounded) : plainUnicode(bounded);
    }

    /// What [#plainUnicode] comes to for most texts, without its cost.
    private static String plainAscii(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        boolean between = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean upper = c >= 'A' && c <= 'Z';
            if (upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
                if (between && !plain.isEmpty()) {
                    plain.append(' ');
                }
                plain.append(upper ? (char) (c + 'a' - 'A') : c);
                between = false;
            } else {
                between = true;
            }
        }
        return plain.toString();
    }

    private static String plainUnicode(String bounded) {
        // Composed again, so that a Korean syllable is one sign.
        String bare =
                Normalizer.normalize(
                        MARKS.matcher(Normalizer.normalize(bounded, Normalizer.Form.NFKD))
                                .replaceAll(""),
                        Normalizer.Form.NFC);
        String spaced = SIGN.matcher(bare).replaceAll(" $0 ");
        return BETWEEN.matcher(spaced.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
    }

    /// What a search asks for: each term is one word, or several that must follow each other. A term that holds no word
    /// is passed over.
    static List<String> terms(String search) {
        List<String> terms = new ArrayList<>();
        Matcher matcher = TERM.matcher(search);
        while (matcher.find() && terms.size() < MOST_TERMS) {
            String phrase = matcher.group(1);
            String plain = plain(phrase == null ? matcher.group(2) : phrase);
            if (!plain.isEmpty()) {
                terms.add(plain);
            }
        }
        return terms;
    }
}
