package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Deliveries that an agent puts off.
@Timeout(60)
class DeferralTest {
    @TempDir private Path folder;

    private RelayApi api;

    @BeforeEach
    void start() {
        api = RelayApi.start(folder);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void what_comes_again_has_its_own_reason_and_not_that_of_the_deferral() {
        String bob = api.agent("bob");
        api.tell(api.agent("alice"), "bob", "not now");
        String id = onlyDelivery(bob).get("id").asString();

        JsonNode deferred =
                api.post(
                                "/v1/deliveries/" + id + "/defer",
                                bob,
                                "{\"available_at\":\"" + Instant.now() + "\",\"reason\":\"busy\"}")
                        .data();

        assertThat(deferred.get("reason").asString()).isEqualTo("busy");
        assertThat(deferred.get("error").isNull()).isTrue();
        awaitOther(bob, id);
        assertThat(onlyDelivery(bob).get("reason").asString()).isEqualTo("dm");
        JsonNode pending = api.get("/v1/agent", bob).data().get("pending_deliveries");
        assertThat(pending.get(0).get("reason").asString()).isEqualTo("dm");
    }

    private void awaitOther(String token, String id) {
        long until = System.nanoTime() + 10_000_000_000L;
        while (onlyDelivery(token).get("id").asString().equals(id)) {
            assertThat(System.nanoTime()).as("it comes again in time").isLessThan(until);
            Thread.onSpinWait();
        }
    }

    private JsonNode onlyDelivery(String token) {
        JsonNode all = api.get("/v1/deliveries", token).data();
        assertThat(all).hasSize(1);
        return all.get(0);
    }
}
