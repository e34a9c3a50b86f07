package dev.waybill.server.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.attempt.AttemptQuery;
import dev.waybill.server.delivery.DeliveryIds;
import java.util.List;

/// What stands in a request line and beside it: a path, a token, and a cursor or an id.
class PathFuzzTest {
    private static final Router ROUTER =
            new Router(
                    RouteTable.of(
                            RouteTable.section(
                                    "Fuzzed",
                                    route("/v1/channels"),
                                    route("/v1/channels/{name}"),
                                    route("/v1/channels/{name}/members/{agent}"),
                                    route("/v1/channels/general/topic"))));

    @FuzzTest
    void what_a_request_names_is_read_or_names_nothing(byte[] data) {
        Made made = new Made(data);
        String path = made.line();
        String token = made.line();
        String id = made.restText();

        Proportion.kept(
                made.size(),
                () -> {
                    path(path);
                    token(token);
                    delivery(id);
                    message(id);
                    cursor(id);
                });
    }

    private static Route route(String path) {
        return Route.get(path, Access.anyone())
                .summary("Fuzzed.")
                .answersNothing()
                .to(
                        _ -> {
                            throw new IllegalStateException("never called");
                        });
    }

    private static void path(String path) {
        try {
            if (ROUTER.match("GET", path) instanceof Match.Found(var _, var parameters)) {
                assertThat(parameters.values()).noneMatch(value -> value.indexOf('\0') >= 0);
            }
        } catch (Problem problem) {
            assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
        }
    }

    private static void token(String text) {
        Token.parse(text)
                .ifPresent(
                        token -> {
                            assertThat(token.secret()).isEqualTo(text);
                            assertThat(token.hash().matches(token)).isTrue();
                            assertThat(token).asString().endsWith("…");
                        });
        Gate.bearer(List.of(text)).ifPresent(bearer -> assertThat(text).endsWith(bearer));
    }

    private static void delivery(String id) {
        DeliveryIds.parse(id)
                .ifPresent(
                        read -> assertThat(DeliveryIds.parse(read.name().value())).contains(read));
    }

    private static void message(String id) {
        try {
            MessageId read = MessageId.parse(id);
            assertThat(MessageId.parse(read.text())).isEqualTo(read);
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }

    private static void cursor(String text) {
        try {
            AttemptQuery.Cursor read = AttemptQuery.Cursor.parse(text);
            assertThat(text).endsWith("." + read.id());
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }
}
