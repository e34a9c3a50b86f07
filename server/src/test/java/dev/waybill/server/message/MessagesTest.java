package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.protocol.workspace.WorkspaceCreated;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Credentials;
import dev.waybill.server.workspace.Notices;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Registration;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.Workspaces;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Workspaces, agents, tokens and messages together, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class MessagesTest {
    private static final MessagePage ALL = new MessagePage(100, null, null);

    private final TestEngine engine;
    @TempDir private Path temp;
    private TestStore store;
    private Workspaces workspaces;
    private Agents agents;
    private Credentials credentials;
    private Messages messages;
    private History history;

    MessagesTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        Database database = store.database();
        InstantSource clock = InstantSource.system();
        Snowflakes ids = new Snowflakes(clock, 0);
        Json json = new Json(JsonLimits.DEFAULTS);
        SecureRandom random = new SecureRandom();
        Supplies supplies = new Supplies(database, ids, clock, random, json);
        Ledger ledger = new Ledger();
        Mailboxes mailboxes = new Mailboxes();
        Signals signals = new Signals(mailboxes);
        Notices notices = new Notices(ledger, signals);
        workspaces = new Workspaces(supplies);
        credentials = new Credentials(database, clock, json);
        agents = new Agents(supplies, notices, new Presence(supplies, notices), credentials);
        AckWriter acks = new AckWriter(database, ledger, clock);
        Deliveries deliveries =
                new Deliveries(
                        DeliveryLimits.DEFAULTS, new Outcomes(signals, ledger), mailboxes, acks);
        messages =
                new Messages(
                        database,
                        ids,
                        json,
                        deliveries,
                        ledger,
                        new Idempotency(json, clock),
                        clock);
        history = new History(database, json, mailboxes);
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Test
    void a_message_becomes_a_delivery_for_every_other_member_and_a_ledger_row() {
        WorkspaceId workspace = workspace("acme");
        Caller.Agent alice = agent(workspace, "alice");
        agent(workspace, "bob");
        agent(workspace, "carol");

        Message sent = post(alice, "hello");
        post(alice, "again");

        assertThat(
                        rows(
                                "select name || ' ' || seq from delivery join agent on id = agent_id order by name, seq"))
                .containsExactly("bob 1", "bob 2", "carol 1", "carol 2");
        assertThat(rows("select type || ' ' || subject from ledger order by seq"))
                .contains("message.created " + sent.id());
    }

    @Test
    void who_is_muted_or_removed_between_two_messages_of_one_transaction_gets_the_first_only() {
        WorkspaceId workspace = workspace("acme");
        Caller.Agent alice = agent(workspace, "alice");
        agent(workspace, "bob");
        agent(workspace, "carol");
        agent(workspace, "dave");

        store.database()
                .write(
                        tx -> {
                            messages.post(tx, alice, "general", says("first"));
                            tx.execute(
                                    "update member set is_muted = 1 where agent_id = (select id from agent where name = 'bob')");
                            tx.execute("update agent set deleted_at = 1 where name = 'carol'");
                            return messages.post(tx, alice, "general", says("second"));
                        });

        assertThat(
                        rows(
                                "select name || ' ' || seq from delivery join agent on id = agent_id order by name, seq"))
                .containsExactly("bob 1", "carol 1", "dave 1", "dave 2");
        assertThat(rows("select name || ' ' || delivery_seq from agent order by name"))
                .containsExactly("alice 0", "bob 1", "carol 1", "dave 2");
    }

    @Test
    void a_message_is_listed_as_it_was_answered() {
        WorkspaceId workspace = workspace("acme");
        Caller.Agent alice = agent(workspace, "alice");

        Message sent =
                post(
                        alice,
                        new NewMessage(
                                "hi", null, Json.emptyObject().put("k", 1), InjectionMode.STEER));

        assertThat(listed(workspace, ALL)).containsExactly(sent);
    }

    @Test
    void pages_go_backwards_from_the_newest() {
        WorkspaceId workspace = workspace("acme");
        Caller.Agent alice = agent(workspace, "alice");
        List<Message> sent = IntStream.range(0, 5).mapToObj(i -> post(alice, "m" + i)).toList();

        assertThat(texts(workspace, new MessagePage(2, null, null))).containsExactly("m4", "m3");
        assertThat(texts(workspace, new MessagePage(2, sent.get(3).id(), null)))
                .containsExactly("m2", "m1");
        assertThat(texts(workspace, new MessagePage(9, null, sent.get(3).id())))
                .containsExactly("m4");
    }

    @Test
    void a_channel_of_another_workspace_does_not_exist() {
        Caller.Agent alice = agent(workspace("acme"), "alice");
        WorkspaceId other = workspace("other");
        post(alice, "secret");

        assertThatThrownBy(
                        () ->
                                messages.send(
                                        alice,
                                        new Outgoing.ToChannel(
                                                "nowhere", new NewMessage("hi", null, null, null)),
                                        null))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("nowhere");
        assertThat(listed(other, ALL)).isEmpty();
    }

    @Test
    void a_name_is_given_once_per_workspace() {
        WorkspaceId workspace = workspace("acme");
        agent(workspace, "alice");

        assertThat(agents.register(workspace, named("alice")))
                .isEqualTo(new Registration.NameTaken("alice"));
        assertThat(agent(workspace("other"), "alice").name()).isEqualTo("alice");
    }

    @Test
    void tokens_identify_their_holders_and_nobody_else() {
        WorkspaceCreated created = workspaces.create(new NewWorkspace("acme"));
        Token key = Token.parse(created.apiKey()).orElseThrow();

        assertThat(credentials.identify(key)).contains(new Caller.Owner(created.workspaceId()));
        assertThat(credentials.identify(Token.parse(key.secret() + "0").orElseThrow())).isEmpty();
        assertThat(agent(created.workspaceId(), "alice").name()).isEqualTo("alice");
    }

    @Test
    void a_node_is_identified_until_its_token_expires() {
        WorkspaceId workspace = workspace("acme");
        Token node = granted(TokenKind.NODE, workspace, "node_1", null);
        Token expired = granted(TokenKind.NODE, workspace, "node_2", Instant.now().minusSeconds(1));

        assertThat(credentials.identify(node))
                .contains(new Caller.Node(workspace, new NodeId("node_1")));
        assertThat(credentials.identify(expired)).isEmpty();
    }

    @Test
    void tokens_are_nowhere_in_the_database_in_plain_form() {
        WorkspaceCreated created = workspaces.create(new NewWorkspace("acme"));

        assertThat(rows("select hash || owner || kind from access_token"))
                .hasSize(1)
                .noneMatch(row -> row.contains(created.apiKey().substring(8)));
    }

    @Test
    void a_page_without_sense_is_refused() {
        assertThatThrownBy(() -> new MessagePage(0, null, null)).hasMessageContaining("0");
        assertThatThrownBy(() -> new MessagePage(101, null, null)).hasMessageContaining("101");
    }

    private WorkspaceId workspace(String name) {
        return workspaces.create(new NewWorkspace(name)).workspaceId();
    }

    private Caller.Agent agent(WorkspaceId workspace, String name) {
        Registration.Registered registered =
                (Registration.Registered) agents.register(workspace, named(name));
        Token token = Token.parse(registered.agent().token()).orElseThrow();
        return (Caller.Agent) credentials.identify(token).orElseThrow();
    }

    private Token granted(
            TokenKind kind, WorkspaceId workspace, String owner, @Nullable Instant expiresAt) {
        Token token = Token.mint(kind, new SecureRandom());
        store.database()
                .write(
                        tx ->
                                tx.execute(
                                        "insert into access_token values (?, ?, ?, ?, ?, ?)",
                                        token.hash().hex(),
                                        kind.name().toLowerCase(Locale.ROOT),
                                        workspace,
                                        owner,
                                        Instant.now(),
                                        expiresAt));
        return token;
    }

    private static NewAgent named(String name) {
        return new NewAgent(name, null, null, null, null);
    }

    private static NewMessage says(String text) {
        return new NewMessage(text, null, null, null);
    }

    private Message post(Caller.Agent sender, String text) {
        return post(sender, says(text));
    }

    private Message post(Caller.Agent sender, NewMessage wanted) {
        return (Message)
                messages.send(sender, new Outgoing.ToChannel("general", wanted), null).data();
    }

    private List<String> texts(WorkspaceId workspace, MessagePage page) {
        return listed(workspace, page).stream().map(Message::text).toList();
    }

    private List<Message> listed(WorkspaceId workspace, MessagePage page) {
        return history.channel(new Caller.Owner(workspace), "general", page);
    }

    private List<String> rows(String sql) {
        return store.database().read(tx -> tx.list(sql, row -> row.text(1)));
    }
}
