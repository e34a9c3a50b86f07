package dev.waybill.server.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.CredentialView;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.NewCredential;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.Workspaces;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What is kept of credentials, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class VaultTest {
    private static final byte[] KEY = new byte[SealKey.BYTES];

    private final TestEngine engine;
    @TempDir private Path temp;
    private TestStore store;
    private Supplies supplies;
    private WorkspaceId here;
    private WorkspaceId elsewhere;
    private Vault vault;

    VaultTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        store = TestStore.open(engine, temp, StoreConfig.DEFAULTS);
        InstantSource clock = InstantSource.system();
        supplies =
                new Supplies(
                        store.database(),
                        new Snowflakes(clock, 0),
                        clock,
                        new SecureRandom(),
                        new Json(JsonLimits.STORED));
        here = workspace("here");
        elsewhere = workspace("elsewhere");
        vault = vault(KEY);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void the_default_of_the_workspace_goes_before_the_operators_own() {
        assertThat(vault.find(here, "paper", null).orElseThrow().field("token"))
                .contains("op-token");

        vault.put(here, "mine", credential("s3cret-one"));

        assertThat(vault.find(here, "paper", null).orElseThrow().field("token"))
                .contains("s3cret-one");
        assertThat(vault.find(elsewhere, "paper", null).orElseThrow().field("token"))
                .contains("op-token");
    }

    @Test
    void the_operators_own_are_for_whom_the_operator_says() {
        Map<String, List<WorkspaceId>> users =
                Map.of(
                        "all",
                        List.of(here, elsewhere),
                        "first",
                        List.of(here),
                        "none",
                        List.of(),
                        "7, " + elsewhere.text(),
                        List.of(elsewhere));

        users.forEach(
                (whose, allowed) ->
                        assertThat(List.of(here, elsewhere))
                                .as(whose)
                                .filteredOn(
                                        one ->
                                                vault(KEY, whose)
                                                        .find(one, "paper", null)
                                                        .isPresent())
                                .isEqualTo(allowed));
        assertThat(Operators.usual(false)).isEqualTo("all");
        assertThat(Operators.usual(true)).isEqualTo("first");
    }

    @Test
    void those_of_a_workspace_that_is_gone_are_forgotten() {
        vault.put(here, "mine", credential("s3cret-one"));
        vault.put(elsewhere, "mine", credential("s3cret-two"));
        store.database()
                .write(
                        tx ->
                                tx.execute(
                                        "update workspace set deleted_at = 1 where id = ?",
                                        elsewhere));

        vault.sweep();

        assertThat(vault.all(here)).hasSize(1);
        assertThat(vault.all(elsewhere)).isEmpty();
    }

    @Test
    void only_the_operators_own_may_lead_into_private_networks() {
        vault.put(here, "mine", credential("s3cret-one"));

        assertThat(vault.find(here, "paper", "mine").orElseThrow().trusted()).isFalse();
        assertThat(vault.find(elsewhere, "paper", null).orElseThrow().trusted()).isTrue();
    }

    @Test
    void a_name_that_leads_nowhere_is_refused_and_not_replaced_by_another_account() {
        vault.put(here, "mine", credential("s3cret-one"));

        assertThatThrownBy(() -> vault.find(here, "paper", "other"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("unknown credential: other");
        assertThatThrownBy(() -> vault.find(elsewhere, "paper", "mine"))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void nothing_of_a_value_is_in_the_database_or_in_what_is_shown() {
        vault.put(here, "mine", credential("s3cret-one"));

        String kept =
                store.database()
                        .read(
                                tx ->
                                        tx.first(
                                                        "select sealed from credential",
                                                        row -> row.text(1))
                                                .orElseThrow());
        CredentialView shown = vault.all(here).getFirst();
        Credential found = vault.find(here, "paper", null).orElseThrow();
        assertThat(kept).doesNotContain("s3cret");
        assertThat(shown.fields()).containsExactly("token");
        assertThat(shown.toString() + found + credential("s3cret-one")).doesNotContain("s3cret");
    }

    @Test
    void what_another_key_sealed_is_named_and_not_guessed_at() {
        vault.put(here, "mine", credential("s3cret-one"));
        byte[] other = KEY.clone();
        other[0] = 1;

        assertThatThrownBy(() -> vault(other).find(here, "paper", null))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("\"mine\" was sealed with another key");
    }

    @Test
    void what_is_sealed_for_one_workspace_cannot_be_opened_in_another() {
        vault.put(here, "mine", credential("s3cret-one"));
        store.database()
                .write(tx -> tx.execute("update credential set workspace_id = ?", elsewhere));

        assertThatThrownBy(() -> vault.find(elsewhere, "paper", "mine"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("is damaged");
    }

    @Test
    void a_second_default_takes_the_place_of_the_first() {
        vault.put(here, "one", credential("s3cret-one"));
        vault.put(here, "two", credential("s3cret-two"));
        assertThat(vault.all(here))
                .extracting(CredentialView::isDefault)
                .containsExactly(true, false);

        vault.put(here, "two", new NewCredential("paper", Map.of("token", "s3cret-two"), true));

        assertThat(vault.all(here))
                .extracting(CredentialView::isDefault)
                .containsExactly(false, true);
        assertThat(vault.find(here, "paper", null).orElseThrow().name()).isEqualTo("two");
    }

    @Test
    void what_no_provider_could_use_is_refused_without_repeating_a_value() {
        assertRefused(new NewCredential("stone", Map.of(), null), "no provider \"stone\"");
        assertRefused(new NewCredential("paper", Map.of(), null), "needs the field token");
        assertRefused(
                new NewCredential("paper", Map.of("token", "s3cret", "x", "1"), null),
                "has no field \"x\"");
        assertRefused(
                new NewCredential("paper", Map.of("token", "s3cret", "base-url", "ftp://x"), null),
                "does not begin with http");
        assertThat(vault.all(here)).isEmpty();
    }

    @Test
    void what_is_forgotten_is_gone() {
        vault.put(here, "mine", credential("s3cret-one"));

        vault.delete(here, "mine");

        assertThat(vault.all(here)).isEmpty();
        assertThatThrownBy(() -> vault.delete(here, "mine")).isInstanceOf(Refusal.class);
    }

    private void assertRefused(NewCredential wanted, String words) {
        assertThatThrownBy(() -> vault.put(here, "mine", wanted))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(words)
                .message()
                .doesNotContain("s3cret");
    }

    private static NewCredential credential(String token) {
        return new NewCredential("paper", Map.of("token", token), null);
    }

    private WorkspaceId workspace(String name) {
        return new Workspaces(supplies).create(new NewWorkspace(name)).workspaceId();
    }

    private Vault vault(byte[] key) {
        return vault(key, "all");
    }

    private Vault vault(byte[] key, String whose) {
        return new Vault(
                supplies,
                new Ledger(),
                new Providers(List.of(new Paper())),
                key,
                Operators.of(
                        Map.of("paper", Credential.operators(Map.of("token", "op-token"))), whose));
    }

    /// A provider that needs a token.
    private static final class Paper implements Provider {
        @Override
        public String name() {
            return "paper";
        }

        @Override
        public String title() {
            return "Paper";
        }

        @Override
        public String description() {
            return "Notes on a wall.";
        }

        @Override
        public List<Surface> surfaces() {
            return List.of();
        }

        @Override
        public List<CredentialField> credentialFields() {
            return List.of(
                    CredentialField.secret("token", "A token."),
                    CredentialField.optional("base-url", "Where it is."));
        }

        @Override
        public void check(DeliveryHandle handle, Surface surface) {}

        @Override
        public Outcome invoke(Job job) {
            throw new UnsupportedOperationException("nothing can be done on paper");
        }
    }
}
