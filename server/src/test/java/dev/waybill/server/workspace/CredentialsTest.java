package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class CredentialsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private TestTenants tenants;
    private WorkspaceId acme;
    private Token alice;

    CredentialsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        tenants = new TestTenants(engine, temp);
        acme = tenants.workspace("acme");
        alice = tenants.token(acme, "alice");
    }

    @AfterEach
    void stop() {
        tenants.close();
    }

    @Test
    void a_known_token_is_looked_up_every_five_seconds_at_most() {
        assertThat(known(alice)).isTrue();
        tenants.database().write(tx -> tx.execute("delete from access_token where kind = 'agent'"));

        tenants.pass(TokenCache.KEPT.minusMillis(1));
        assertThat(known(alice)).isTrue();
        tenants.pass(Duration.ofMillis(1));
        assertThat(known(alice)).isFalse();
    }

    @Test
    void a_clock_that_is_set_back_makes_that_no_longer() {
        assertThat(known(alice)).isTrue();
        tenants.database().write(tx -> tx.execute("delete from access_token where kind = 'agent'"));

        tenants.pass(Duration.ofHours(-1));

        assertThat(known(alice)).isFalse();
    }

    @Test
    void an_unknown_token_is_known_as_soon_as_it_exists() {
        Token later = Token.parse("at_live_" + "0".repeat(32)).orElseThrow();
        assertThat(known(later)).isFalse();

        tenants.database()
                .write(
                        tx -> {
                            tenants.agents.rotateToken(
                                    tx,
                                    acme,
                                    new AgentTable(tenants.supplies.json())
                                            .require(tx, acme, "alice"),
                                    later);
                            return 0;
                        });

        assertThat(known(later)).isTrue();
    }

    @Test
    void a_removed_agent_is_unknown_at_once() {
        assertThat(known(alice)).isTrue();

        tenants.agents.remove(acme, "alice");

        assertThat(known(alice)).isFalse();
    }

    @Test
    void a_workspace_made_for_some_time_ends() {
        Token key =
                Token.parse(tenants.workspaces.create(new NewWorkspace("brief", 60L)).apiKey())
                        .orElseThrow();
        assertThat(known(key)).isTrue();
        assertThat(tenants.workspaces.find("brief")).isPresent();

        tenants.pass(Duration.ofSeconds(60));

        assertThat(known(key)).isFalse();
        assertThat(tenants.workspaces.find("brief")).isEmpty();
    }

    @Test
    void an_answer_from_before_a_change_is_not_kept() {
        TokenCache cache = new TokenCache();
        Caller owner = new Caller.Owner(acme);
        long before = cache.age();
        cache.forget(_ -> true);

        cache.keep(
                alice.hash(),
                owner,
                new TokenCache.Lifetime(tenants.supplies.clock().instant(), null),
                before);

        assertThat(cache.find(alice.hash(), tenants.supplies.clock().instant())).isEmpty();
    }

    private boolean known(Token token) {
        return tenants.credentials.identify(token).isPresent();
    }
}
