package dev.waybill.protocol.message;

/// Asks to react to a message.
public record NewReaction(String emoji) {
    private static final int MAX_LENGTH = 64;

    public NewReaction {
        if (emoji.isBlank() || emoji.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("emoji is not 1 to " + MAX_LENGTH + " characters");
        }
        if (emoji.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("emoji has control characters");
        }
    }
}
