package dev.waybill.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.waybill.server.config.LogConfig;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sets up where and how the process logs. No file is looked for: that would cost time at every start.
public final class Logging {
    /// The key under which the id of the current request stands in slf4j's MDC.
    public static final String REQUEST = "request";

    /// Libraries that tell much more about themselves than an operator wants to know.
    private static final List<String> TALKATIVE =
            List.of("org.eclipse.jetty", "com.zaxxer.hikari", "org.flywaydb");

    /// Their warnings quote what a sender wrote, or repeat at length what the store says in a line.
    private static final List<String> INDISCREET =
            List.of("org.eclipse.jetty.http.HttpParser", "com.zaxxer.hikari.pool");

    private Logging() {}

    public static void configure(LogConfig config) {
        configure((LoggerContext) LoggerFactory.getILoggerFactory(), config);
    }

    static void configure(LoggerContext context, LogConfig config) {
        context.reset();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setTarget("System.err");
        console.setEncoder(started(encoder(config.format()), context));
        console.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(config.level().name()));
        root.addAppender(console);
        TALKATIVE.forEach(name -> context.getLogger(name).setLevel(quiet(root.getLevel())));
        INDISCREET.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
    }

    private static Encoder<ILoggingEvent> encoder(LogConfig.Format format) {
        return switch (format) {
            case TEXT -> new TextLines();
            case JSON -> new JsonLines();
        };
    }

    private static Encoder<ILoggingEvent> started(
            Encoder<ILoggingEvent> encoder, LoggerContext context) {
        encoder.setContext(context);
        encoder.start();
        return encoder;
    }

    private static Level quiet(Level chosen) {
        return chosen.isGreaterOrEqual(Level.WARN) ? chosen : Level.WARN;
    }
}
