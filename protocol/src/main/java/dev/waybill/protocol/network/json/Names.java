package dev.waybill.protocol.network.json;

/// Compares member names as the reference runtime's decoder does.
final class Names {
    private static final int LONG_S = 0x17f;
    private static final int KELVIN = 0x212a;

    private Names() {}

    /// Whether the name, in any case, is the known one, which is in small letters.
    static boolean same(String name, String known) {
        if (name.length() != known.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (folded(name.charAt(i)) != known.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static char folded(char c) {
        if (c >= 'A' && c <= 'Z') {
            return (char) (c + ('a' - 'A'));
        }
        return switch (c) {
            case LONG_S -> 's';
            case KELVIN -> 'k';
            default -> c;
        };
    }
}
