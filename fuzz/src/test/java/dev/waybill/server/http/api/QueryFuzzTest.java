package dev.waybill.server.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Inbound;
import dev.waybill.server.http.route.Match;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Query parameters: one value, read in every way.
class QueryFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Route ROUTE =
            Route.get("/v1/things", Access.anyone())
                    .summary("Fuzzed.")
                    .query("limit", "How many.")
                    .query("before", "Older ones.")
                    .query("after", "Newer ones.")
                    .answersNothing()
                    .to(
                            _ -> {
                                throw new IllegalStateException("never called");
                            });

    @FuzzTest
    void a_parameter_is_read_or_refused(byte[] data) {
        Made made = new Made(data);
        Call call =
                new Call(
                        new Match.Found(ROUTE, Map.of()),
                        null,
                        new OneValue(made.restText()),
                        JSON);

        Proportion.kept(
                made.size(),
                () -> {
                    number(call);
                    moment(call);
                    duration(call);
                });
    }

    private static void number(Call call) {
        try {
            assertThat(Queries.limit(call, 50, 100)).isBetween(1, 100);
            assertThat(Pages.of(call).limit()).isBetween(1, 100);
        } catch (Problem problem) {
            refused(problem);
        }
    }

    /// A database keeps milliseconds.
    private static void moment(Call call) {
        try {
            Instant moment = Queries.moment(call, "before");
            if (moment != null) {
                assertThat(moment.toEpochMilli()).isLessThan(Long.MAX_VALUE);
            }
        } catch (Problem problem) {
            refused(problem);
        }
    }

    private static void duration(Call call) {
        try {
            call.query("before")
                    .ifPresent(
                            text ->
                                    assertThat(Waiting.parse(text))
                                            .isGreaterThanOrEqualTo(Duration.ZERO));
        } catch (Problem problem) {
            refused(problem);
        }
    }

    private static void refused(Problem problem) {
        assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    /// A request whose every parameter has the value.
    private record OneValue(String value) implements Inbound {
        @Override
        public String requestId() {
            return "r";
        }

        @Override
        public String sender() {
            return "127.0.0.1";
        }

        @Override
        public List<String> headers(String name) {
            return List.of(value);
        }

        @Override
        public List<String> query(String name) {
            return List.of(value);
        }

        @Override
        public byte[] body() {
            return new byte[0];
        }

        @Override
        public InputStream stream() {
            return InputStream.nullInputStream();
        }

        @Override
        public boolean wanted() {
            return true;
        }

        @Override
        public String origin() {
            return "http://127.0.0.1";
        }
    }
}
