package dev.waybill.protocol.workspace;

/// What may serve as a name of a workspace or an agent.
final class Names {
    private static final int MAX_LENGTH = 128;

    private Names() {}

    static void check(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        if (name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("name is longer than " + MAX_LENGTH + " characters");
        }
        if (!name.equals(name.strip()) || name.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("name has control characters, or spaces at an end");
        }
    }
}
