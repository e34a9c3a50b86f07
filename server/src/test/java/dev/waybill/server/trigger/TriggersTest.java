package dev.waybill.server.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.trigger.NewTrigger;
import dev.waybill.protocol.trigger.Trigger;
import dev.waybill.server.WholeServer;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.StringNode;

/// What triggers invoke, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class TriggersTest {
    private static final WorkspaceId WORKSPACE = new WorkspaceId(1);
    private static final ChannelId GENERAL = new ChannelId(2);
    private static final AgentId ALICE = new AgentId(4);
    private static final AgentId BOB = new AgentId(5);

    private final TestEngine engine;
    private final Json json = new Json(JsonLimits.DEFAULTS);
    private final List<String> invoked = new CopyOnWriteArrayList<>();
    private final List<JsonNode> inputs = new CopyOnWriteArrayList<>();
    private final Set<String> keys = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Refusal refusal;
    @TempDir private Path temp;
    private TestStore store;
    private Ledger ledger;
    private Followers followers;
    private Triggers triggers;
    private Snowflakes ids;

    TriggersTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        ids = new Snowflakes(InstantSource.system(), 0);
        store.database()
                .write(
                        tx -> {
                            tx.execute(
                                    "insert into workspace (id, name, plan, created_at) values (1, 'w', 'free', 0)");
                            tx.execute(
                                    "insert into channel (id, workspace_id, name, created_at) values (2, 1, 'general', 0)");
                            tx.execute(
                                    "insert into channel (id, workspace_id, name, created_at) values (3, 1, 'other', 0)");
                            addAgent(tx, 4, "alice");
                            return addAgent(tx, 5, "bob");
                        });
        begin();
    }

    @AfterEach
    void stop() {
        followers.close();
        store.close();
    }

    @Test
    void a_message_that_matches_invokes_the_action_in_its_authors_name() {
        Trigger trigger = create("general", "deploy (\\w+)", null);

        say(GENERAL, ALICE, "please wait");
        say(new ChannelId(3), ALICE, "deploy elsewhere");
        say(GENERAL, ALICE, "deploy web");
        await(1);

        assertThat(invoked).containsExactly("alice ship");
        assertThat(inputs.getFirst().path("trigger_id").asString()).isEqualTo(trigger.id());
        assertThat(inputs.getFirst().path("message").path("text").asString())
                .isEqualTo("deploy web");
        WholeServer.await(
                "the firing is kept",
                () -> triggers.find(WORKSPACE, trigger.id()).lastTriggeredAt() != null);
    }

    @Test
    void a_mention_may_be_of_anyone_or_of_one() {
        create(null, null, BooleanNode.TRUE);
        create(null, null, StringNode.valueOf("bob"));

        say(GENERAL, ALICE, "nobody");
        say(GENERAL, ALICE, "@carol");
        await(1);
        say(GENERAL, ALICE, "@bob");
        await(3);

        assertThat(texts()).containsExactlyInAnyOrder("@carol", "@bob", "@bob");
    }

    @Test
    void what_an_action_or_its_handler_says_fires_nothing() {
        store.database()
                .write(
                        tx ->
                                tx.execute(
                                        """
                                        insert into action (id, workspace_id, name, description, handler_agent_id,
                                                            input_schema, output_schema, created_at)
                                        values ('act_1', 1, 'ship', '', 5, '{}', '{}', 0)
                                        """));
        create(null, "x", null);

        say(GENERAL, BOB, "x from the handler");
        say(GENERAL, ALICE, "x from an action", "{\"action_invocation_id\":\"inv_1\"}");
        say(GENERAL, ALICE, "x from alice");
        await(1);

        assertThat(texts()).containsExactly("x from alice");
    }

    @Test
    void a_restart_goes_on_where_the_trigger_was() {
        create(null, "x", null);
        say(GENERAL, ALICE, "x1");
        await(1);
        followers.close();
        say(GENERAL, ALICE, "x2");
        begin();
        triggers.resume();
        await(2);

        assertThat(texts()).containsExactly("x1", "x2");
    }

    @Test
    void a_handler_that_is_away_is_waited_for() {
        Trigger trigger = create(null, "x", null);
        refusal = new Refusal(Reason.HANDLER_UNAVAILABLE, "nobody is there");
        say(GENERAL, ALICE, "x1");
        WholeServer.await(
                "the failure is shown",
                () -> "nobody is there".equals(triggers.find(WORKSPACE, trigger.id()).lastError()));

        refusal = null;
        followers.close();
        begin();
        triggers.resume();
        await(1);

        assertThat(texts()).containsExactly("x1");
    }

    @Test
    void a_message_that_cannot_be_handled_is_passed_over() {
        Trigger trigger = create(null, "x", null);
        refusal = new Refusal(Reason.ACTION_DENIED, "not for alice");
        say(GENERAL, ALICE, "x1");
        WholeServer.await(
                "the failure is shown",
                () -> "not for alice".equals(triggers.find(WORKSPACE, trigger.id()).lastError()));

        refusal = null;
        say(GENERAL, ALICE, "x2");
        await(1);

        assertThat(texts()).containsExactly("x2");
    }

    @Test
    void no_pattern_keeps_the_server_busy() {
        create(null, "(a+)+$", null);

        say(GENERAL, ALICE, "a".repeat(50_000) + "!");
        say(GENERAL, ALICE, "aaa");
        await(1);

        assertThat(texts()).containsExactly("aaa");
    }

    private void begin() {
        Database database = store.database();
        InstantSource clock = InstantSource.system();
        ledger = new Ledger();
        followers = new Followers(ledger);
        triggers =
                new Triggers(
                        database,
                        ids,
                        clock,
                        json,
                        ledger,
                        followers,
                        new Leases(database, clock, 0, "automation"),
                        (caller, action, input, key) -> {
                            Refusal refused = refusal;
                            if (refused != null) {
                                throw refused;
                            }
                            if (!keys.add(key.scope() + key.key())) {
                                return;
                            }
                            inputs.add(input);
                            invoked.add(caller.name() + " " + action);
                        });
    }

    private Trigger create(
            @Nullable String channel, @Nullable String pattern, @Nullable JsonNode mention) {
        return triggers.create(WORKSPACE, new NewTrigger(channel, pattern, mention, "ship", null));
    }

    private void say(ChannelId channel, AgentId author, String text) {
        say(channel, author, text, "{}");
    }

    private void say(ChannelId channel, AgentId author, String text, String metadata) {
        MessageId id = new MessageId(ids.next());
        store.database()
                .write(
                        tx -> {
                            tx.execute(
                                    """
                                    insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                                    values (?, ?, ?, ?, ?, ?, 'wait')
                                    """,
                                    id,
                                    WORKSPACE,
                                    channel,
                                    author,
                                    text,
                                    metadata);
                            ledger.append(
                                    tx,
                                    WORKSPACE,
                                    new LedgerEntry(
                                            "message.created",
                                            channel,
                                            author,
                                            id.text(),
                                            null,
                                            InstantSource.system().instant()));
                            return 1;
                        });
    }

    private static int addAgent(dev.waybill.server.store.Tx tx, long id, String name) {
        return tx.execute(
                """
                insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen)
                values (?, 1, ?, 'agent', 'online', '{}', 0, 0)
                """,
                id,
                name);
    }

    private void await(int count) {
        WholeServer.await(count + " invocations", () -> invoked.size() >= count);
    }

    private List<String> texts() {
        return inputs.stream().map(input -> input.path("message").path("text").asString()).toList();
    }
}
