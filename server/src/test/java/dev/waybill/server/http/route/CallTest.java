package dev.waybill.server.http.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallTest {
    record Note(String text) {}

    record Other(String text) {}

    record Numbered(List<Integer> text) {}

    private final Call call =
            call(
                    Route.post("/notes/{id}", Access.anyone())
                            .summary("Takes a note.")
                            .query("limit", "How many.")
                            .takes(Note.class)
                            .to(_ -> Answer.done()));

    @Test
    void what_the_contract_names_can_be_asked_for() {
        assertThat(call.path("id")).isEqualTo("7");
        assertThat(call.query("limit")).contains("limit=1");
        assertThat(call.body(Note.class)).isEqualTo(new Note("hi"));
        assertThat(call.bearer()).contains("at_live_x");
        assertThat(call.requestId()).isEqualTo("r");
    }

    @Test
    void what_the_contract_does_not_name_is_a_bug() {
        assertThatIllegalStateException()
                .isThrownBy(() -> call.query("offset"))
                .withMessage("POST /notes/{id} does not name the query parameter offset");
        assertThatIllegalStateException().isThrownBy(() -> call.body(Other.class));
        assertThatIllegalStateException()
                .isThrownBy(call::caller)
                .withMessage("POST /notes/{id} is open to anyone and has no caller");
    }

    @Test
    void a_body_of_another_shape_is_the_senders_fault() {
        Call numbered =
                call(
                        Route.post("/notes/{id}", Access.anyone())
                                .summary("Takes a number.")
                                .takes(Numbered.class)
                                .to(_ -> Answer.done()));

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> numbered.body(Numbered.class))
                .extracting(Problem::code)
                .isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void a_route_must_say_what_it_is_for() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Route.get("/x", Access.anyone()).to(_ -> Answer.done()))
                .withMessage("GET /x has no summary");
    }

    private static Call call(Route route) {
        return new Call(
                new Match.Found(route, Map.of("id", "7")),
                null,
                new FixedInbound(),
                new Json(JsonLimits.DEFAULTS));
    }

    private static final class FixedInbound implements Inbound {
        @Override
        public String sender() {
            return "127.0.0.1";
        }

        @Override
        public String requestId() {
            return "r";
        }

        @Override
        public List<String> headers(String name) {
            return name.equals("Authorization") ? List.of("Bearer at_live_x") : List.of();
        }

        @Override
        public List<String> query(String name) {
            return List.of(name + "=1", name + "=2");
        }

        @Override
        public byte[] body() {
            return "{\"text\":\"hi\"}".getBytes(UTF_8);
        }

        @Override
        public InputStream stream() {
            return new ByteArrayInputStream(body());
        }

        @Override
        public boolean wanted() {
            return true;
        }

        @Override
        public String origin() {
            return "http://relay.example";
        }
    }
}
