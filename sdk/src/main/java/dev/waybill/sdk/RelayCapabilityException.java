package dev.waybill.sdk;

/// The server, or an adapter, cannot do what it is asked to.
///
/// ```java
/// try {
///     runner.start();
/// } catch (RelayCapabilityException e) {
///     System.err.println("no delivery state here: " + e.getMessage());
/// }
/// ```
public final class RelayCapabilityException extends RelayException {
    private static final long serialVersionUID = 1L;

    static final String UNSUPPORTED = "unsupported_capability";

    public RelayCapabilityException(String message) {
        super(UNSUPPORTED, message, false);
    }

    @Override
    RelayException again() {
        RelayCapabilityException copy = new RelayCapabilityException(String.valueOf(getMessage()));
        copy.initCause(this);
        return copy;
    }
}
