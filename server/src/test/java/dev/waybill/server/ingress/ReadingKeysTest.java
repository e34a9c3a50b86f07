package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Workspaces;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Who reads with the operator's own credential, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ReadingKeysTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private IngressFixture fixture;
    private WorkspaceId other;

    ReadingKeysTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new IngressFixture(engine, temp);
        other = new Workspaces(fixture.supplies).create(new NewWorkspace("other")).workspaceId();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private ReadingKeys keys(boolean trusted) {
        Credential found = new Credential("found", Map.of(), trusted);
        return new ReadingKeys(fixture.store.database(), (_, _, _) -> Optional.of(found));
    }

    @Test
    void the_first_workspace_reads_with_the_credential_of_the_operator() {
        assertThat(keys(true).find(fixture.workspace, "email", null)).isPresent();
    }

    @Test
    void another_workspace_reads_with_its_own_only() {
        assertThat(keys(false).find(other, "email", null)).isPresent();
        assertThatThrownBy(() -> keys(true).find(other, "email", null))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("needs its own");
    }
}
