package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.source.Arrived;
import dev.waybill.protocol.source.Source;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class ReplayTest {
    private static final String ISSUE =
            "{\"action\":\"opened\",\"sender\":{\"login\":\"ann\"},\"repository\":{\"full_name\":\"Acme/Widgets\"},\"issue\":{\"number\":7,\"title\":\"größe\"}}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private IngressFixture fixture;
    private Source repo;

    ReplayTest(TestEngine engine) {
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
    void the_same_body_under_another_id_or_name_is_known() {
        github(DoorsTest.signed("issues", "d-1", ISSUE), ISSUE);
        String comment = ISSUE.replace("\"issue\"", "\"comment\":{\"id\":5},\"issue\"");

        Arrived replayed = github(DoorsTest.signed("issues", "d-2", ISSUE), ISSUE);

        assertThat(replayed.deduped()).isEqualTo(1);
        refused(() -> github(DoorsTest.signed("pull_request", "d", ISSUE), ISSUE));
        refused(() -> github(DoorsTest.signed("issues", "d", comment), comment));
        assertThat(github(DoorsTest.signed("issue_comment", "d", comment), comment).appended())
                .isEqualTo(1);
        assertThat(fixture.events(repo)).hasSize(2);
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(Refusal.class).hasMessageContaining("X-GitHub-Event");
    }

    private Arrived github(Map<String, String> headers, String body) {
        return fixture.receive("github", repo.sourceId(), headers, body);
    }
}
