package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.protocol.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestStateTest {
    private long now;
    private final RequestState states = new RequestState(TestMcp.JSON, () -> now);

    @Test
    void answers_come_back_as_they_were() {
        String sealed = states.seal("ada calls", Json.emptyObject().put("name", "Alice"));

        assertThat(states.open("ada calls", sealed).toString()).isEqualTo("{\"name\":\"Alice\"}");
    }

    @Test
    void they_are_good_for_nothing_else() {
        String sealed = states.seal("ada calls", Json.emptyObject());

        refused("eve calls", sealed);
        refused("ada calls", sealed + "x");
        refused("ada calls", sealed.substring(1));
    }

    @Test
    void they_are_not_good_for_ever() {
        String sealed = states.seal("ada calls", Json.emptyObject());
        now += Duration.ofHours(2).toNanos();

        refused("ada calls", sealed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "e30.", ".e30", "%%.%%", "e30.e30"})
    void nonsense_is_refused(String sealed) {
        refused("ada calls", sealed);
    }

    private void refused(String purpose, String sealed) {
        assertThatExceptionOfType(RpcFault.class)
                .isThrownBy(() -> states.open(purpose, sealed))
                .satisfies(fault -> assertThat(fault.code()).isEqualTo(RpcCode.INVALID_PARAMS));
    }
}
