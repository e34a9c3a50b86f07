package dev.waybill.protocol.network.text;

/// Code points that do something to their surroundings or cannot be seen: controls, terminal escapes, line breaks, bidi
/// and zero-width marks, invisible tags and fillers.
public final class Hidden {
    /// Unicode's `Default_Ignorable_Code_Point` beyond format characters, as pairs of first and last, and the blank Braille
    /// cell.
    private static final int[] IGNORABLE = {
        0x034f, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x2065, 0x2065, 0x2800,
        0x2800, 0x3164, 0x3164, 0xfe00, 0xfe0f, 0xffa0, 0xffa0, 0xfff0, 0xfff8, 0xfffe, 0xffff,
        0xe0000, 0xe0fff
    };

    private Hidden() {}

    public static boolean is(int codePoint) {
        if (codePoint >= ' ' && codePoint < 0x7f) {
            return false;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            default -> isIgnorable(codePoint);
        };
    }

    private static boolean isIgnorable(int codePoint) {
        for (int i = 0; i < IGNORABLE.length; i += 2) {
            if (codePoint >= IGNORABLE[i] && codePoint <= IGNORABLE[i + 1]) {
                return true;
            }
        }
        return false;
    }
}
