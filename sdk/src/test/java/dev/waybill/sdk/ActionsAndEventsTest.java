package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.Action;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// Page "Actions", section "Actions And Events".
class ActionsAndEventsTest extends OnARelay {
    private final List<String> told = new CopyOnWriteArrayList<>();

    record Vote(String choice) {}

    record Counted(boolean counted) {}

    @Test
    void an_action_is_found_called_answered_and_told_in_that_order() {
        RelayAgent engineer = relay.register("engineer");
        RelayAgent reviews = relay.register("reviews");
        relay.on("action.*", event -> told.add(event.type()));

        reviews.actions()
                .register(
                        ActionDefinition.of("review.submit_vote", Vote.class, Counted.class)
                                .description("Submits a vote.")
                                .handler((_, _) -> new Counted(true)));
        List<String> found = engineer.actions().list().stream().map(Action::name).toList();
        Counted counted =
                engineer.actions()
                        .invoke("review.submit_vote", new Vote("yes"), Counted.class)
                        .orElseThrow();

        assertThat(found).contains("review.submit_vote");
        assertThat(counted.counted()).isTrue();
        Await.until("all is told", () -> told.size() >= 3);
        assertThat(told).containsExactly("action.registered", "action.invoked", "action.completed");
    }
}
