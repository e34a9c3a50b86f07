package dev.waybill.server.mcp;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How much a log message matters, least first.
enum LogLevel {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    static LogLevel of(String word) {
        return find(word).orElseThrow(() -> RpcFault.invalid("There is no such log level"));
    }

    static Optional<LogLevel> find(String word) {
        return Arrays.stream(values()).filter(level -> level.wire().equals(word)).findFirst();
    }

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
