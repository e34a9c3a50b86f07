package dev.waybill.sdk.schema;

/// JSON that is not what a record wants; it says where and why.
///
/// ```java
/// record Vote(String choice) {}
/// try {
///     Records.read(Records.tree(Map.of("choice", 3)), Vote.class);
/// } catch (Misfit e) {
///     System.err.println(e.pointer() + " " + e.reason());
/// }
/// ```
public final class Misfit extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String pointer;
    private final String reason;

    Misfit(String pointer, String reason, Throwable cause) {
        super((pointer.isEmpty() ? "" : pointer + ": ") + reason, cause);
        this.pointer = pointer;
        this.reason = reason;
    }

    /// Where, as a JSON pointer; empty when all of it is meant.
    public String pointer() {
        return pointer;
    }

    public String reason() {
        return reason;
    }
}
