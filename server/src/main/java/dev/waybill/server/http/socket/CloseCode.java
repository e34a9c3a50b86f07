package dev.waybill.server.http.socket;

/// Why a socket is closed, in the numbers of RFC 6455.
public enum CloseCode {
    NORMAL(1000),
    GOING_AWAY(1001),
    UNSUPPORTED(1003),
    POLICY(1008),
    TOO_LARGE(1009),
    FAILED(1011);

    private final int number;

    CloseCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
