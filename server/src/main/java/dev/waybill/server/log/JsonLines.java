package dev.waybill.server.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/// One JSON object a line, for collectors.
final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    private final Json json = new Json(JsonLimits.DEFAULTS);

    @Override
    public byte[] encode(ILoggingEvent event) {
        return (plain(json.text(line(event))) + "\n").getBytes(UTF_8);
    }

    /// JSON allows them as they are; for terminals and some collectors they steer, or end a line.
    private static String plain(String json) {
        if (json.chars().noneMatch(JsonLines::steers)) {
            return json;
        }
        StringBuilder plain = new StringBuilder();
        for (int index = 0; index < json.length(); index++) {
            char each = json.charAt(index);
            if (steers(each)) {
                plain.append("\\u%04x".formatted((int) each));
            } else {
                plain.append(each);
            }
        }
        return plain.toString();
    }

    private static boolean steers(int c) {
        return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
    }

    private static Line line(ILoggingEvent event) {
        return new Line(
                event.getInstant(),
                event.getLevel().toString(),
                event.getLoggerName(),
                event.getFormattedMessage(),
                event.getMDCPropertyMap().get(Logging.REQUEST),
                values(event.getKeyValuePairs()),
                stackTrace(event.getThrowableProxy()));
    }

    private static @Nullable Map<String, String> values(@Nullable List<KeyValuePair> pairs) {
        if (pairs == null) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        pairs.forEach(pair -> values.put(pair.key, String.valueOf(pair.value)));
        return values;
    }

    private static @Nullable String stackTrace(@Nullable IThrowableProxy thrown) {
        return thrown == null ? null : ThrowableProxyUtil.asString(thrown);
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    /// The document of one event; what is absent is left out.
    private record Line(
            Instant time,
            String level,
            String logger,
            String message,
            @Nullable String request,
            @Nullable Map<String, String> values,
            @Nullable String exception) {}
}
