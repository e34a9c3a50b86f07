package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.protocol.outbound.ApprovalState;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.protocol.outbound.DeliveryAttempt;
import dev.waybill.protocol.outbound.DeliveryAttemptList;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.DeliveryTarget;
import dev.waybill.protocol.outbound.DryRun;
import dev.waybill.protocol.outbound.OperationDescriptor;
import dev.waybill.protocol.outbound.ProviderDescription;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Operations at a provider that a file declares and that answers on loopback.
@Timeout(90)
class OutboundTest {
    private static final String DECLARATION =
            """
            {"providers": [{"name": "tracker", "title": "Tracker", "description": "Tickets.", "url": "URL",
              "secret": {"file": "secret"},
              "surfaces": [{"name": "ticket", "target": "T-[0-9]+", "description": "A ticket.", "operations": [
                {"name": "add_note", "title": "Add Note", "description": "Adds a note.", "canonicalText": true,
                 "inputSchema": {"type": "object", "additionalProperties": false, "required": ["text"],
                                 "properties": {"text": {"type": "string", "minLength": 1}}}},
                {"name": "burn", "title": "Burn", "description": "Burns it.", "destructive": true,
                 "inputSchema": {"type": "object", "additionalProperties": false, "properties": {}}}]}]}]}""";
    private static final DeliveryTarget TICKET =
            DeliveryTarget.of(new DeliveryHandle("tracker", "ticket", "T-1", null, null));

    private final List<String> posted = new CopyOnWriteArrayList<>();
    @TempDir private Path folder;
    private volatile int answer = 201;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private HttpServer tracker;
    private TestRelay server;
    private RelayAgent bob;

    record Note(String text) {}

    @BeforeEach
    void start() throws IOException {
        tracker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        tracker.createContext("/", this::answer);
        tracker.start();
        Path file = folder.resolve("providers.json");
        Files.writeString(
                file,
                DECLARATION.replace(
                        "URL", "http://127.0.0.1:" + tracker.getAddress().getPort() + "/"));
        Files.writeString(folder.resolve("secret"), "a secret of some length");
        server =
                TestRelay.start(
                        folder.resolve("data"),
                        "WAYBILL_PROVIDERS_DECLARATIONS",
                        file.toString(),
                        "WAYBILL_PROVIDERS_APPROVE_DESTRUCTIVE",
                        "true");
        bob = server.relay().register("bob");
    }

    @AfterEach
    void stop() {
        server.close();
        tracker.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            posted.add(
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            gate.await();
            byte[] body =
                    (answer < 300 ? "{\"providerId\":\"n-1\"}" : "{\"error\":\"no such day\"}")
                            .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void what_can_be_done_is_told_for_a_handle_and_for_all_providers() {
        assertThat(bob.outbound().actions(TICKET).operations())
                .extracting(OperationDescriptor::name)
                .containsExactly("add_note", "burn");
        assertThat(server.relay().outbound().providers())
                .filteredOn(each -> each.name().equals("tracker"))
                .singleElement()
                .extracting(ProviderDescription::configured)
                .isEqualTo(true);
    }

    @Test
    void an_operation_takes_a_record_or_a_map_and_is_done() {
        DeliveryAttempt done = bob.outbound().invoke(TICKET, "add_note", new Note("hi"));

        assertThat(done.status()).isEqualTo(AttemptStatus.SENT);
        assertThat(Objects.requireNonNull(done.result()).path("providerId").asString())
                .isEqualTo("n-1");
        assertThat(posted).singleElement().asString().contains("\"text\":\"hi\"");
        DeliveryAttempt shown = bob.outbound().show(done.deliveryId());
        assertThat(shown.events()).isNotEmpty();
        assertThat(bob.outbound().invoke(TICKET, "add_note", Map.of("text", "ho")).status())
                .isEqualTo(AttemptStatus.SENT);
    }

    @Test
    void text_is_sent_once_under_one_key() {
        DeliveryOptions once = DeliveryOptions.DEFAULTS.idempotencyKey("k1").correlationId("c1");

        DeliveryAttempt first = bob.outbound().send(TICKET, "On it.", once);
        DeliveryAttempt again = bob.outbound().send(TICKET, "On it.", once);

        assertThat(again.deliveryId()).isEqualTo(first.deliveryId());
        assertThat(again.replayed()).isTrue();
        assertThat(first.correlationId()).isEqualTo("c1");
        assertThat(posted).hasSize(1);
        assertThatThrownBy(() -> bob.outbound().send(TICKET, "Another.", once))
                .isInstanceOfSatisfying(
                        DeliveryRefusedException.class,
                        e -> assertThat(e.code()).isEqualTo("idempotency_conflict"));
    }

    @Test
    void what_is_checked_only_is_not_done() {
        DryRun run = bob.outbound().dryRun(TICKET, "burn", Map.of());

        assertThat(run.needsApproval()).isTrue();
        assertThat(posted).isEmpty();
        assertThat(bob.outbound().list().deliveries()).isEmpty();
    }

    @Test
    void a_refusal_has_its_code_its_places_and_no_attempt() {
        DeliveryRefusedException refused =
                catchThrowableOfType(
                        DeliveryRefusedException.class,
                        () -> bob.outbound().invoke(TICKET, "add_note", Map.of()));

        assertThat(refused.code()).isEqualTo("invalid_input");
        assertThat(refused.retryable()).isFalse();
        assertThat(refused.deliveryId()).isEmpty();
        assertThat(refused.details()).hasValueSatisfying(places -> assertThat(places).isNotEmpty());
        assertThat(refused.getMessage()).contains("POST /v1/deliveries/invoke", "HTTP 400");
    }

    @Test
    void what_a_provider_refused_is_on_record_and_can_be_tried_again() {
        answer = 422;
        DeliveryRefusedException refused =
                catchThrowableOfType(
                        DeliveryRefusedException.class,
                        () -> bob.outbound().send(TICKET, "On it."));

        assertThat(refused.code()).isEqualTo("provider_rejected");
        assertThat(refused.getMessage()).contains("no such day");
        String id = refused.deliveryId().orElseThrow();
        assertThat(bob.outbound().show(id).status()).isEqualTo(AttemptStatus.FAILED);
        answer = 201;
        assertThat(bob.outbound().retry(id).status()).isEqualTo(AttemptStatus.SENT);
    }

    @Test
    void what_cannot_be_taken_back_waits_for_the_owner() {
        Outbound owner = server.relay().outbound();
        DeliveryAttempt first = bob.outbound().invoke(TICKET, "burn", Map.of());
        DeliveryAttempt second = bob.outbound().invoke(TICKET, "burn", Map.of());
        DeliveryAttempt third = bob.outbound().invoke(TICKET, "burn", Map.of());

        assertThat(Objects.requireNonNull(first.approval()).state())
                .isEqualTo(ApprovalState.PENDING);
        assertThat(posted).isEmpty();
        assertThat(owner.approve(first.deliveryId(), "go on").status())
                .isEqualTo(AttemptStatus.SENT);
        assertThat(owner.refuse(second.deliveryId(), null).status())
                .isIn(AttemptStatus.CANCELLED, AttemptStatus.FAILED);
        assertThat(bob.outbound().cancel(third.deliveryId()).status())
                .isEqualTo(AttemptStatus.CANCELLED);
        assertThat(posted).hasSize(1);
    }

    @Test
    void attempts_are_listed_by_pages_and_agents_see_their_own() {
        RelayAgent carol = server.relay().register("carol");
        bob.outbound().send(TICKET, "one");
        bob.outbound().send(TICKET, "two");
        Outbound owner = server.relay().outbound();
        owner.send(TICKET, "three", DeliveryOptions.DEFAULTS.agent("carol"));

        DeliveryAttemptList page = owner.list(DeliveryQuery.ALL.limit(2));
        String next = Objects.requireNonNull(page.nextCursor());

        assertThat(page.deliveries()).hasSize(2);
        assertThat(owner.list(DeliveryQuery.ALL.limit(2).after(next)).deliveries()).hasSize(1);
        assertThat(carol.outbound().list().deliveries()).hasSize(1);
        assertThat(owner.list(DeliveryQuery.ALL.agent("bob").provider("tracker")).deliveries())
                .hasSize(2);
        assertThat(owner.list(DeliveryQuery.ALL.status(AttemptStatus.FAILED)).deliveries())
                .isEmpty();
        String foreign = bob.outbound().list().deliveries().getFirst().deliveryId();
        assertThatThrownBy(() -> carol.outbound().show(foreign))
                .isInstanceOfSatisfying(
                        DeliveryRefusedException.class,
                        e -> assertThat(e.code()).isEqualTo("unknown_delivery"));
    }

    @Test
    void a_connection_that_breaks_meanwhile_does_not_do_it_twice() throws Exception {
        gate = new CountDownLatch(1);
        try (FlakyProxy proxy = new FlakyProxy(URI.create(server.url()).getPort());
                Relay far = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<DeliveryAttempt> sent =
                    callers.submit(() -> far.outbound().send(TICKET, "once"));
            Await.until("the provider is asked", () -> !posted.isEmpty());
            proxy.cut();
            gate.countDown();

            assertThat(sent.get().status()).isEqualTo(AttemptStatus.SENT);
            assertThat(sent.get().replayed()).isTrue();
        }
        assertThat(posted).hasSize(1);
        assertThat(server.relay().outbound().list().deliveries()).hasSize(1);
    }

    @Test
    void who_does_not_wait_is_told_that_it_is_queued() {
        DeliveryAttempt queued =
                bob.outbound()
                        .send(TICKET, "later", DeliveryOptions.DEFAULTS.patience(Duration.ZERO));

        assertThat(queued.status()).isNotEqualTo(AttemptStatus.FAILED);
        Await.until(
                "it is sent",
                () -> bob.outbound().show(queued.deliveryId()).status() == AttemptStatus.SENT);
    }
}
