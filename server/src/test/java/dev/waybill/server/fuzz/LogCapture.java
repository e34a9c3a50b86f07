package dev.waybill.server.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/// Keeps what the server logs as an error while it is open.
final class LogCapture implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    LogCapture() {
        log.start();
        root.addAppender(log);
    }

    List<String> errors() {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getLevel() == Level.ERROR)
                .map(LogCapture::text)
                .toList();
    }

    @Override
    public void close() {
        root.detachAppender(log);
    }

    private static String text(ILoggingEvent event) {
        String cause =
                event.getThrowableProxy() == null
                        ? ""
                        : ThrowableProxyUtil.asString(event.getThrowableProxy());
        return event.getFormattedMessage() + " " + event.getKeyValuePairs() + " " + cause;
    }
}
