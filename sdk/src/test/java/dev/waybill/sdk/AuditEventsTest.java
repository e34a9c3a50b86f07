package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.message.Message;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// Page "Actions", section "Audit Events".
class AuditEventsTest extends OnARelay {
    private final List<ActionEvent> events = new CopyOnWriteArrayList<>();

    record Spawn(String name) {}

    @Test
    void registering_calling_and_failing_are_told() {
        RelayAgent planner = relay.register("planner");
        relay.on(relay.action("agent.create").registered(), events::add);
        relay.on(relay.action("agent.create"), events::add);
        relay.on(relay.action("agent.create").completed(), events::add);
        relay.on(relay.action("agent.create").failed(), events::add);
        offerSpawning();

        ActionResult<?> done = create(planner, "reviewer");
        ActionResult<?> failed = create(planner, "");

        Await.until("all is told", () -> events.size() >= 5);
        assertThat(events)
                .hasExactlyElementsOfTypes(
                        ActionEvent.Registered.class,
                        ActionEvent.Invoked.class,
                        ActionEvent.Completed.class,
                        ActionEvent.Invoked.class,
                        ActionEvent.Failed.class);
        ActionEvent.Completed completed = (ActionEvent.Completed) events.get(2);
        assertThat(completed.invocationId()).isEqualTo(done.invocationId());
        assertThat(completed.duration()).isNotNull();
        ActionEvent.Failed last = (ActionEvent.Failed) events.get(4);
        assertThat(last.invocationId()).isEqualTo(failed.invocationId());
        assertThat(last.error()).isEqualTo("It has no name.");
        assertThat(last.retryable()).isTrue();
    }

    @Test
    void a_channel_is_told_when_an_agent_uses_a_capability() {
        RelayAgent planner = relay.register("planner");
        RelayAgent other = relay.register("other");
        offerSpawning();

        relay.on(
                relay.action("agent.create").calledBy(planner),
                relay.notify(
                        "#ops",
                        Map.of(
                                "type", "action.called",
                                "action", "agent.create",
                                "subject", planner.name())));
        create(other, "a");
        create(planner, "b");

        Await.until("#ops is told", () -> !ops().isEmpty());
        assertThat(ops())
                .singleElement()
                .satisfies(
                        message -> {
                            assertThat(message.text()).isEqualTo("planner called agent.create");
                            assertThat(message.agentName()).isEqualTo("relay");
                            assertThat(String.valueOf(message.metadata()))
                                    .contains("action.called", "planner");
                        });
    }

    @Test
    void an_agent_can_tell_it_in_its_own_name() {
        RelayAgent planner = relay.register("planner");
        offerSpawning();
        relay.on(relay.action("agent.create"), relay.register("herald").notify("#ops"));

        create(planner, "b");

        Await.until("#ops is told", () -> !ops().isEmpty());
        assertThat(ops()).extracting(Message::agentName).containsExactly("herald");
    }

    @Test
    void two_programs_with_names_of_their_own_do_not_disturb_each_other() {
        RelayOptions second = TestRelay.OPTIONS.withAgentName("second");
        offerSpawning();
        try (Relay other = Relay.connect(server.url(), server.key(), second)) {
            relay.on(relay.action("agent.create"), relay.notify("#ops"));
            other.on(other.action("agent.create"), other.notify("#ops"));

            create(relay.register("planner"), "b");

            Await.until("both have told", () -> ops().size() >= 2);
            assertThat(ops())
                    .extracting(Message::agentName)
                    .containsExactlyInAnyOrder("relay", "second");
        }
    }

    @Test
    void the_outcome_can_be_selected_by_its_caller_too() {
        RelayAgent planner = relay.register("planner");
        RelayAgent other = relay.register("other");
        offerSpawning();
        relay.on(
                relay.action("agent.*").calledBy(planner).failed(),
                relay.notify("#ops", event -> "Look: " + event.summary()));

        create(other, "");
        create(planner, "b");
        create(planner, "");

        Await.until("#ops is told", () -> !ops().isEmpty());
        assertThat(ops())
                .extracting(Message::text)
                .containsExactly("Look: agent.create failed for planner: It has no name.");
    }

    @Test
    void nothing_is_missed_or_told_twice_when_the_connection_breaks() {
        RelayAgent planner = relay.register("planner");
        offerSpawning();
        try (FlakyProxy proxy = new FlakyProxy(URI.create(server.url()).getPort());
                Relay shaky = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS)) {
            shaky.on(shaky.action("agent.create"), events::add);

            for (int i = 0; i < 30; i++) {
                create(planner, "a" + i);
                if (i % 10 == 5) {
                    proxy.cut();
                }
            }

            Await.until("all is told", () -> events.size() >= 30);
            assertThat(events).hasSize(30).extracting(ActionEvent::seq).isSorted();
        }
    }

    private List<Message> ops() {
        return relay.channels().history("#ops", 50);
    }

    private void offerSpawning() {
        RelayAgent runtime = relay.register("runtime");
        runtime.actions()
                .register(
                        ActionDefinition.of("agent.create", Spawn.class)
                                .description("Create a managed agent session.")
                                .handler(
                                        (input, _) -> {
                                            if (input.name().isEmpty()) {
                                                throw new ActionFailure("It has no name.")
                                                        .retryable();
                                            }
                                            return Map.of("started", true);
                                        }));
    }

    private static ActionResult<?> create(RelayAgent caller, String name) {
        return caller.actions().invoke("agent.create", new Spawn(name));
    }
}
