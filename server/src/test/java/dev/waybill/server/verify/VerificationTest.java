package dev.waybill.server.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.Inspection;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.store.Tx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class VerificationTest {
    private static final String DELETE = "update file set status = 'deleted' where id = '301'";

    private final TestEngine engine;

    @TempDir private Path data;
    private StoreConfig config;
    private TestStore store;

    VerificationTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() throws IOException {
        config = StoreConfig.DEFAULTS.withDatabase(engine.freshDatabase());
        store = TestStore.open(data, config);
        store.database().write(SoundWorld::write);
        Path folder = Files.createDirectories(data.resolve("files").resolve("1"));
        Files.writeString(folder.resolve("301"), SoundWorld.FILE, UTF_8);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void a_sound_world_holds_while_a_server_has_it_open() {
        List<Finding> told = new ArrayList<>();

        List<Finding> findings = verify(told);

        assertThat(findings).allMatch(Finding::holds).hasSize(Verification.size());
        assertThat(told).isEqualTo(findings);
    }

    @Test
    void each_invariant_notices_what_breaks_it() {
        Set<Invariant> broken = new HashSet<>();

        for (Breaks.Break one : Breaks.ALL) {
            assertThat(breaches(one)).as(one.toString()).isNotEmpty();
            broken.add(one.invariant());
        }

        assertThat(broken).containsExactlyInAnyOrderElementsOf(Invariants.ALL);
    }

    @Test
    void a_breach_is_told_with_what_it_is_about() {
        store.database().write(tx -> tx.execute("update agent set ack_seq = 99 where id = 12"));

        List<Finding> findings = verify(new ArrayList<>());

        assertThat(findings.stream().filter(finding -> !finding.holds()))
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.name()).isEqualTo("delivery.cursors");
                            assertThat(finding.breaches())
                                    .containsExactly("agent 12 has acked 99 and received 3 of 6");
                        });
    }

    @Test
    void a_file_that_is_gone_or_holds_something_else_is_noticed() throws IOException {
        Path file = data.resolve("files").resolve("1").resolve("301");

        Files.writeString(file, "jello", UTF_8);
        assertThat(files()).containsExactly("file 301 holds other bytes than came");

        Files.writeString(file, "hell", UTF_8);
        assertThat(files()).containsExactly("file 301 has 4 bytes instead of 5");

        Files.delete(file);
        assertThat(files()).containsExactly("file 301 is missing");
    }

    @Test
    void a_file_that_is_deleted_while_somebody_looks_is_not_missed() {
        Path file = data.resolve("files").resolve("1").resolve("301");
        List<String> missed = new ArrayList<>();

        new Verification(config, data)
                .run(
                        finding -> {
                            if (finding.name().equals("store.schema")) {
                                store.database().write(tx -> tx.execute(DELETE));
                                assertThat(file.toFile().delete()).isTrue();
                            }
                            missed.addAll(finding.breaches());
                        });

        assertThat(missed).isEmpty();
    }

    @Test
    void a_schema_of_another_version_ends_it() {
        store.database().write(tx -> tx.execute("update schema_history set version = '999'"));

        List<Finding> findings = verify(new ArrayList<>());

        assertThat(findings).hasSize(2);
        assertThat(findings.getLast().name()).isEqualTo("store.schema");
        assertThat(findings.getLast().breaches())
                .singleElement()
                .asString()
                .contains("999", Integer.toString(Inspection.LATEST_SCHEMA));
    }

    private List<String> files() {
        return verify(new ArrayList<>()).getLast().breaches();
    }

    private List<Finding> verify(List<Finding> told) {
        return new Verification(config, data).run(told::add);
    }

    /// Breaks it inside a transaction that is undone.
    private List<String> breaches(Breaks.Break one) {
        try {
            return store.database().write(tx -> undone(tx, one));
        } catch (Undone e) {
            return e.found;
        }
    }

    private static List<String> undone(Tx tx, Breaks.Break one) {
        one.statements().forEach(tx::execute);
        throw new Undone(one.invariant().broken(tx));
    }

    private static final class Undone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient List<String> found;

        Undone(List<String> found) {
            this.found = found;
        }
    }
}
