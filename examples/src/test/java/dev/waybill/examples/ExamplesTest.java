package dev.waybill.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.api.SentEnvelope;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.sdk.ActionResult;
import dev.waybill.sdk.NetworkDraft;
import dev.waybill.sdk.NetworkPeer;
import dev.waybill.sdk.Relay;
import dev.waybill.sdk.RelayAgent;
import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The examples do what they say, against a real server.
@Timeout(90)
class ExamplesTest {
    @TempDir private Path folder;
    private Waybill server;
    private String key;
    private Relay relay;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final List<Thread> running = new ArrayList<>();

    @BeforeEach
    void start() {
        Map<String, String> flags = Map.of("--data", folder.toString(), "--port", "0");
        server =
                Waybill.start(
                        ConfigReader.read(new ConfigSources(flags, Map.of(), folder)).config());
        key = server.firstKeys().map(Keys::workspaceKey).orElseThrow();
        relay = Relay.connect(server.url().toString(), key);
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Thread each : running) {
            each.interrupt();
            each.join();
        }
        relay.close();
        server.close();
    }

    @Test
    void the_echo_says_back_what_it_is_told() throws Exception {
        run("echo", EchoAgent::main);
        RelayAgent alice = listening("alice");

        alice.send("@echo", "hello");
        alice.send("@echo", "hello again");

        assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("echo: hello");
        assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("echo: hello again");
    }

    @Test
    void two_agents_count_to_ten() throws Exception {
        List<String> said = new ArrayList<>();
        relay.on(
                "dm.received",
                event -> said.add(event.data().path("message").path("text").asString()));

        TwoAgents.main(new String[] {server.url().toString(), key});

        while (said.size() < 10) {
            Thread.onSpinWait();
        }
        assertThat(said).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
    }

    @Test
    void the_worker_does_one_job_at_a_time_and_every_job_once() throws Exception {
        run("worker", BusyWorker::main);
        RelayAgent alice = listening("alice");

        for (String job : List.of("one", "two", "three")) {
            alice.send("@worker", job);
        }

        List<String> done = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            done.add(heard.poll(60, TimeUnit.SECONDS));
        }
        assertThat(done)
                .containsExactlyInAnyOrder(
                        "worker: done: one", "worker: done: two", "worker: done: three");
        assertThat(done).startsWith("worker: done: one");
    }

    @Test
    void the_desk_deploys_previews_and_tells_who_tried_main() {
        run("desk", PreviewDesk::main);
        RelayAgent alice = relay.register("alice");
        while (alice.actions().find("deploy.preview").isEmpty()
                || relay.channels().list().stream().noneMatch(ops -> ops.name().equals("ops"))) {
            Thread.onSpinWait();
        }

        assertThat(deploy(alice, "fix/refunds").orElseThrow().url())
                .isEqualTo("https://fix-refunds.preview.example");
        assertThat(code(deploy(alice, "broken/build"))).isEqualTo(ActionErrorCode.HANDLER_FAILED);
        assertThat(code(deploy(alice, "No Branch"))).isEqualTo(ActionErrorCode.VALIDATION_FAILED);
        assertThat(code(deploy(alice, "main"))).isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        while (relay.channels().history("#ops", 1).isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(relay.channels().history("#ops", 1).getFirst().text())
                .isEqualTo("deploy.preview was denied to alice: People deploy main.");
    }

    @Test
    void the_reviewer_works_for_peers_of_the_network() {
        run("reviewer", NetworkReviewer::main);
        NetworkPeer self = relay.register("alice").network().join("builders");
        while (self.peers().size() < 2) {
            Thread.onSpinWait();
        }
        PeerId reviewer =
                self.peers().stream()
                        .map(peer -> new PeerId(peer.peerId()))
                        .filter(peer -> !peer.equals(self.id()))
                        .findFirst()
                        .orElseThrow();

        SentEnvelope asked =
                self.send(
                        NetworkDraft.say(self.room(reviewer), "three small words")
                                .to(reviewer)
                                .newWork());

        WorkId work = new WorkId(String.valueOf(asked.workId()));
        while (!self.work(work).state().equals("completed")) {
            Thread.onSpinWait();
        }
        assertThat(relay.network().messages(work))
                .extracting(TimelineMessage::previewText)
                .contains("3 words");
    }

    private static ActionResult<PreviewDesk.Preview> deploy(RelayAgent caller, String branch) {
        return caller.actions()
                .invoke(
                        "deploy.preview",
                        new PreviewDesk.Branch(branch),
                        PreviewDesk.Preview.class);
    }

    private static ActionErrorCode code(ActionResult<?> result) {
        return ((ActionResult.Failed<?>) result).error().code();
    }

    private RelayAgent listening(String name) {
        RelayAgent agent = relay.register(name);
        agent.deliverTo(
                (message, context) -> {
                    heard.add(message.from() + ": " + message.text());
                    return context.delivered();
                });
        return agent;
    }

    /// A program that runs until it is stopped.
    private interface Program {
        void main(String[] args) throws InterruptedException;
    }

    /// Returns when the program's agent is there.
    private void run(String agent, Program program) {
        running.add(
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        program.main(new String[] {server.url().toString(), key});
                                    } catch (InterruptedException _) {
                                        Thread.currentThread().interrupt();
                                    }
                                }));
        while (relay.agents().stream().map(Agent::name).noneMatch(agent::equals)) {
            Thread.onSpinWait();
        }
    }
}
