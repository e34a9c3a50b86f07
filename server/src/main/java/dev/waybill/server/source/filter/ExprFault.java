package dev.waybill.server.source.filter;

/// Thrown when an expression cannot be read, or takes more than it may.
final class ExprFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String detail;

    ExprFault(String detail) {
        super(detail, null, false, false);
        this.detail = detail;
    }

    /// @param offset where in the text, counted from 0; people count from 1
    static ExprFault at(int offset, String detail) {
        return new ExprFault(detail + " at character " + (offset + 1));
    }

    String detail() {
        return detail;
    }
}
