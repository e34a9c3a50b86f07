package dev.waybill.server.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.slf4j.event.KeyValuePair;

/// One line for people: time, level, logger, message, key-values; a stack trace follows, indented.
final class TextLines extends EncoderBase<ILoggingEvent> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);
    private static final byte[] NOTHING = {};

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(160);
        TIME.formatTo(event.getInstant(), line);
        line.append(' ').append("%-5s".formatted(event.getLevel())).append(' ');
        line.append(shortName(event.getLoggerName())).append(": ");
        escape(event.getFormattedMessage(), line);
        appendKeyValues(event, line);
        line.append('\n');
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            ThrowableProxyUtil.asString(thrown).lines().forEach(trace -> indented(trace, line));
        }
        return line.toString().getBytes(UTF_8);
    }

    private static void appendKeyValues(ILoggingEvent event, StringBuilder line) {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> append(pair.key, String.valueOf(pair.value), line));
        }
        String request = event.getMDCPropertyMap().get(Logging.REQUEST);
        if (request != null) {
            append(Logging.REQUEST, request, line);
        }
    }

    private static void append(String key, String value, StringBuilder line) {
        line.append(' ').append(key).append('=');
        boolean plain = !value.isEmpty() && value.indexOf(' ') < 0 && value.indexOf('"') < 0;
        if (plain) {
            escape(value, line);
        } else {
            line.append('"');
            escape(value.replace("\\", "\\\\").replace("\"", "\\\""), line);
            line.append('"');
        }
    }

    /// Indentation marks a line as part of the one above, so an exception's message cannot pose as an entry.
    private static void indented(String trace, StringBuilder line) {
        line.append("    ");
        escape(trace.strip(), line);
        line.append('\n');
    }

    /// Line breaks and terminal control sequences would let a sender write lines of its own.
    private static void escape(String text, StringBuilder line) {
        for (int index = 0; index < text.length(); index++) {
            char each = text.charAt(index);
            switch (each) {
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (Character.isISOControl(each) || each == '\u2028' || each == '\u2029') {
                        line.append("\\u%04x".formatted((int) each));
                    } else {
                        line.append(each);
                    }
                }
            }
        }
    }

    private static String shortName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
