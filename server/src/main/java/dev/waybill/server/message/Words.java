package dev.waybill.server.message;

import java.nio.charset.StandardCharsets;
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
    private static final int ASCII = 128;

    /// What each ASCII character is in a word; 0 for what stands between words.
    private static final byte[] SIGNS = signs();

    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern SIGN =
            Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]");
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Pattern TERM = Pattern.compile("\"([^\"]*)\"?|([^\\s\"]+)");

    private Words() {}

    static String plain(String text) {
        String bounded = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
        return isAscii(bounded) ? plainAscii(bounded) : plainUnicode(bounded);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= ASCII) {
                return false;
            }
        }
        return true;
    }

    /// What [#plainUnicode] comes to for most texts, without its cost.
    private static String plainAscii(String text) {
        byte[] said = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] plain = new byte[said.length];
        int length = 0;
        boolean between = false;
        for (byte c : said) {
            byte sign = SIGNS[c];
            if (sign == 0) {
                between = length > 0;
            } else {
                if (between) {
                    plain[length++] = ' ';
                }
                plain[length++] = sign;
                between = false;
            }
        }
        return new String(plain, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static byte[] signs() {
        byte[] signs = new byte[ASCII];
        for (int c = 0; c < ASCII; c++) {
            signs[c] = (byte) (Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : 0);
        }
        return signs;
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
