package dev.waybill.server.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.LogConfig;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.spi.MDCAdapter;
import tools.jackson.databind.JsonNode;

class LoggingTest {
    private static final String STEERING = "[\\p{Cc}\\u2028\\u2029]";
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    @Test
    void a_text_line_has_time_level_logger_message_and_values() {
        String logged =
                text(
                        logger ->
                                logger.atInfo()
                                        .addKeyValue("agent", "a1")
                                        .addKeyValue("why", "too late")
                                        .log("Dropped {}", 3));

        assertThat(logged)
                .matches(TIME + " INFO  Mailbox: Dropped 3 agent=a1 why=\"too late\" request=r1\n");
    }

    @Test
    void a_message_cannot_forge_a_line_or_steer_the_terminal() {
        String logged =
                text(logger -> logger.info("name is {}", "x\n2026 ERROR forged\r\u001b[2J\u2028"));

        assertThat(logged).hasLineCount(1).contains("x\\n2026 ERROR forged\\r\\u001b[2J\\u2028");
    }

    @Test
    void the_message_of_an_exception_cannot_forge_a_line_either() {
        String logged =
                text(
                        logger ->
                                logger.warn(
                                        "Failed",
                                        new IllegalStateException("bad\n2026 ERROR forged")));

        assertThat(logged.lines().skip(1)).isNotEmpty().allMatch(line -> line.startsWith("    "));
        assertThat(logged)
                .contains("    java.lang.IllegalStateException: bad\n    2026 ERROR forged\n");
    }

    @Test
    void a_json_line_is_one_object() {
        String logged =
                logged(
                        new LogConfig(LogConfig.Format.JSON, LogConfig.Level.INFO),
                        logger ->
                                logger.atError()
                                        .addKeyValue("agent", "a1")
                                        .setCause(new IllegalStateException("no"))
                                        .log("Line\nbreak"));

        assertThat(logged).hasLineCount(1);
        JsonNode line = new Json(JsonLimits.DEFAULTS).tree(logged.getBytes(UTF_8));
        assertThat(line.get("time").asString()).isNotEmpty();
        assertThat(line.get("level").asString()).isEqualTo("ERROR");
        assertThat(line.get("logger").asString()).isEqualTo("dev.waybill.server.delivery.Mailbox");
        assertThat(line.get("message").asString()).isEqualTo("Line\nbreak");
        assertThat(line.get("request").asString()).isEqualTo("r1");
        assertThat(line.get("values").get("agent").asString()).isEqualTo("a1");
        assertThat(line.get("exception").asString())
                .startsWith("java.lang.IllegalStateException: no");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n2026-11-16T08:00:00.000Z ERROR Store: forged",
                "\r\n2026",
                "\u001b[2J\u001b[1;31mred",
                "\u009b2J",
                "\u0085next",
                "\u2028x\u2029y",
                "\u000b\f\b\u007f",
                "\" level=\"ERROR",
                "\\\" level=\"ERROR",
                "{\"level\":\"ERROR\"}\n{}"
            })
    void no_text_of_others_ends_a_line_or_steers_a_terminal(String hostile) {
        Consumer<Logger> act =
                logger ->
                        logger.atWarn()
                                .addKeyValue("name", hostile)
                                .setCause(new IllegalStateException(hostile))
                                .log("Heard {}", hostile);

        String lines = text(act);
        String json = logged(new LogConfig(LogConfig.Format.JSON, LogConfig.Level.INFO), act);

        assertThat(lines.replace("\n", "")).doesNotContainPattern(STEERING);
        assertThat(lines.lines().skip(1)).allMatch(line -> line.startsWith("    "));
        assertThat(lines.lines().findFirst().orElseThrow())
                .containsPattern("(name=|name=\"(\\\\.|[^\"\\\\])*\" request=r1$)");
        assertThat(json.replaceFirst("\n$", "")).doesNotContainPattern(STEERING);
        JsonNode line = new Json(JsonLimits.STORED).tree(json.getBytes(UTF_8));
        assertThat(line.get("level").asString()).isEqualTo("WARN");
        assertThat(line.get("values").get("name").asString()).isEqualTo(hostile);
    }

    @Test
    void what_lies_below_the_level_is_not_written() {
        String logged =
                logged(
                        new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.WARN),
                        logger -> logger.info("hello"));

        assertThat(logged).isEmpty();
    }

    @Test
    void libraries_stay_quiet_below_warnings() {
        LoggerContext context = new LoggerContext();

        Logging.configure(context, new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.DEBUG));

        assertThat(context.getLogger("org.eclipse.jetty.server.Server").isInfoEnabled()).isFalse();
        assertThat(context.getLogger("com.zaxxer.hikari.HikariConfig").isWarnEnabled()).isTrue();
        assertThat(context.getLogger("dev.waybill").isDebugEnabled()).isTrue();
    }

    private static String text(Consumer<Logger> act) {
        return logged(LogConfig.DEFAULTS, act);
    }

    private static String logged(LogConfig config, Consumer<Logger> act) {
        PrintStream before = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true, UTF_8));
        try {
            LoggerContext context = new LoggerContext();
            context.setMDCAdapter(inRequest("r1"));
            Logging.configure(context, config);
            act.accept(context.getLogger("dev.waybill.server.delivery.Mailbox"));
            context.stop();
        } finally {
            System.setErr(before);
        }
        return written.toString(UTF_8);
    }

    private static MDCAdapter inRequest(String id) {
        MDCAdapter adapter = new LogbackMDCAdapter();
        adapter.setContextMap(Map.of(Logging.REQUEST, id));
        return adapter;
    }
}
