package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.source.Arrived;
import dev.waybill.protocol.source.Source;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class RenamedRepositoryTest {
    private static final String ISSUE =
            "{\"action\":\"opened\",\"sender\":{\"login\":\"ann\"},\"repository\":{\"full_name\":\"Acme/Widgets\"},\"issue\":{\"number\":7,\"title\":\"größe\"}}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private IngressFixture fixture;
    private Source repo;

    RenamedRepositoryTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new IngressFixture(engine, temp);
        fixture.credential("github", Map.of("webhook-secret", DoorsTest.SECRET));
        repo = fixture.source("github_repo", "acme/widgets", "{}");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_repository_that_was_renamed_is_not_passed_over_in_silence() {
        String renamed = ISSUE.replace("Acme/Widgets", "acme/gadgets");
        Map<String, String> headers = new HashMap<>(DoorsTest.signed("issues", "d-1", renamed));
        Arrived ofMany = github(headers, renamed);
        assertThat(shown().status()).isEqualTo("active");

        headers.put("X-GitHub-Hook-Installation-Target-Type", "repository");
        Arrived arrived = github(headers, renamed);

        assertThat(ofMany.accepted()).isFalse();
        assertThat(arrived.accepted()).isFalse();
        assertThat(shown().lastError()).contains("acme/gadgets").contains("renamed");
        github(DoorsTest.signed("issues", "d-2", ISSUE), ISSUE);
        assertThat(shown().status()).isEqualTo("active");
    }

    private Source shown() {
        return fixture.set.sources().show(fixture.workspace, repo.sourceId());
    }

    private Arrived github(Map<String, String> headers, String body) {
        return fixture.receive("github", repo.sourceId(), headers, body);
    }
}
