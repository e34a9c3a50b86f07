package dev.waybill.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.fuzz.ApiClient.Answer;
import dev.waybill.server.store.ChildJvm;
import java.io.BufferedReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Keys outlive a server that is killed with SIGKILL.
@Timeout(300)
class IdempotencyCrashTest {
    private static final int SENDERS = 4;
    private static final int EACH = 100;
    private static final int BEFORE_KILL = 120;

    @TempDir private Path temp;
    private @Nullable Process running;

    @Test
    void what_was_answered_is_answered_the_same_after_a_kill() throws Exception {
        List<Answer> firsts = new ArrayList<>();
        Process process = start();
        try (BufferedReader out = process.inputReader();
                ApiClient client = new ApiClient(URI.create(out.readLine()))) {
            World world = new World(client, "ws");
            new KeyedRoutes(world)
                    .all()
                    .forEach(
                            route ->
                                    firsts.add(
                                            client.send(route.with(world.agent(), "k", "words"))));
            kill(process);
        }

        try (WholeServer server = new WholeServer(temp)) {
            for (Answer first : firsts) {
                IdempotencyTest.assertReplay(server.client.send(first.attack()), first);
            }
        }
    }

    @Test
    void what_was_under_way_happens_once_when_it_is_sent_again() throws Exception {
        Process process = start();
        List<Attack> attacks;
        Set<Answer> answered;
        World world;
        try (BufferedReader out = process.inputReader();
                ApiClient client = new ApiClient(URI.create(out.readLine()))) {
            world = new World(client, "ws");
            attacks = posts(world);
            answered = sendUntilKilled(client, attacks, process);
        }

        try (WholeServer server = new WholeServer(temp)) {
            List<Answer> again = server.client.sendAll(attacks);

            assertThat(again).allMatch(answer -> answer.status() == 201);
            assertThat(answered)
                    .hasSizeBetween(BEFORE_KILL, SENDERS * EACH)
                    .allSatisfy(
                            first ->
                                    IdempotencyTest.assertReplay(
                                            again.get(attacks.indexOf(first.attack())), first));
            assertThat(texts(server, world)).hasSize(SENDERS * EACH).doesNotHaveDuplicates();
        }
    }

    private Process start() throws Exception {
        Process started = ChildJvm.start(ServerProcess.class, temp.toString(), "", List.of());
        running = started;
        return started;
    }

    @AfterEach
    void stop() {
        if (running != null) {
            running.toHandle().destroyForcibly();
        }
    }

    private static void kill(Process process) throws InterruptedException {
        process.toHandle().destroyForcibly();
        assertThat(process.waitFor()).as("killed by SIGKILL").isEqualTo(137);
    }

    private static List<Attack> posts(World world) {
        return IntStream.range(0, SENDERS * EACH)
                .mapToObj(
                        i ->
                                Attack.post(
                                                "/v1/channels/general/messages",
                                                world.agent(),
                                                "{\"text\":\"post " + i + "\"}")
                                        .with("Idempotency-Key", "k" + i))
                .toList();
    }

    private static Set<Answer> sendUntilKilled(
            ApiClient client, List<Attack> attacks, Process process) throws InterruptedException {
        ConcurrentLinkedQueue<Answer> answered = new ConcurrentLinkedQueue<>();
        CountDownLatch enough = new CountDownLatch(BEFORE_KILL);
        List<Thread> senders =
                IntStream.range(0, SENDERS)
                        .mapToObj(
                                sender ->
                                        Thread.startVirtualThread(
                                                () ->
                                                        send(
                                                                client, attacks, sender, answered,
                                                                enough)))
                        .toList();
        enough.await();
        kill(process);
        for (Thread sender : senders) {
            sender.join();
        }
        return new HashSet<>(answered);
    }

    private static void send(
            ApiClient client,
            List<Attack> attacks,
            int sender,
            ConcurrentLinkedQueue<Answer> answered,
            CountDownLatch enough) {
        try {
            for (int i = sender; i < attacks.size(); i += SENDERS) {
                answered.add(client.send(attacks.get(i)));
                enough.countDown();
            }
        } catch (UncheckedIOException _) {
            // The server is gone; the rest is sent to the next one.
        }
    }

    private static List<String> texts(WholeServer server, World world) {
        List<String> texts = new ArrayList<>();
        String before = "";
        while (true) {
            JsonNode page =
                    server.client
                            .send(
                                    Attack.get(
                                            "/v1/channels/general/messages?limit=100" + before,
                                            world.agent()))
                            .data();
            if (page.isEmpty()) {
                return texts;
            }
            page.forEach(message -> texts.add(message.path("text").asString()));
            before = "&before=" + page.get(page.size() - 1).path("id").asString();
        }
    }
}
