package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.backup.Backup;
import dev.waybill.server.backup.Restore;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.Inspection;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that hold something else than was written to them.
class DamageTest {
    private static final int LEAST_TRIES = 20;
    private static final String RECORD =
            """
            select l.seq || ' ' || l.type || ' ' || l.subject || ' ' || coalesce(m.text, '')
            from ledger l left join message m on m.id = l.subject order by l.workspace_id, l.seq
            """;

    @TempDir private static Path folder;

    /// As a server was killed in it, with a log that is not in the file yet.
    private static Path killed;

    private static Path archive;

    @BeforeAll
    static void fill() {
        killed = folder.resolve("killed");
        archive = folder.resolve("backup.zip");
        try (ServerProcess server = new ServerProcess(killed, null)) {
            server.start();
            try (World world =
                    new World(
                            List.of(server),
                            StoreConfig.DEFAULTS,
                            Chance.of("damage"),
                            World.SOME)) {
                world.begin();
                world.awaitConfirmed(300);
                new Backup(killed, InstantSource.system(), "test").write(archive, true);
                server.kill();
            }
        }
    }

    @Test
    void with_a_torn_log_everything_is_as_it_was_at_an_earlier_moment() throws IOException {
        Random random = Chance.of("torn log");
        List<String> whole = record(killed);
        for (int i = 0; i < tries(); i++) {
            Path copy = copy("torn-" + i);
            Path log = copy.resolve("waybill.db-wal");
            byte[] bytes = Files.readAllBytes(log);
            int cut = random.nextInt(bytes.length);
            if (random.nextBoolean()) {
                Files.write(log, Arrays.copyOf(bytes, cut));
            } else {
                byte[] noise = new byte[bytes.length - cut];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, cut, noise.length);
                Files.write(log, bytes);
            }

            // Cut before the first commit, there is no schema, and nothing else either.
            if (schema(copy) > 0) {
                assertThat(broken(copy)).isEmpty();
                List<String> earlier = record(copy);
                assertThat(earlier)
                        .isEqualTo(whole.subList(0, Math.min(earlier.size(), whole.size())));
            }
        }
    }

    @Test
    void flipped_bits_are_noticed_and_refused_or_leave_everything_readable() throws Exception {
        Random random = Chance.of("flipped bits");
        Path sound = folder.resolve("sound");
        new Restore(archive).into(sound, false);
        byte[] bytes = Files.readAllBytes(sound.resolve("waybill.db"));
        Set<String> whole = texts(sound);
        int noticed = 0;
        for (int i = 0; i < tries(); i++) {
            byte[] flipped = bytes.clone();
            int place = random.nextInt(flipped.length);
            flipped[place] ^= (byte) (1 << random.nextInt(8));
            Path copy = Files.createDirectories(folder.resolve("flipped-" + i));
            Files.write(copy.resolve("waybill.db"), flipped);

            if (broken(copy).isEmpty()) {
                assertThat(texts(copy)).as("readable").hasSameSizeAs(whole);
            } else {
                noticed++;
            }
        }
        System.out.printf("faults: %d of %d flipped bits were noticed%n", noticed, tries());
    }

    @Test
    void a_damaged_database_is_refused_and_comes_back_from_a_backup() throws Exception {
        Path data = folder.resolve("damaged");
        new Restore(archive).into(data, false);
        Set<String> before = texts(data);
        byte[] bytes = Files.readAllBytes(data.resolve("waybill.db"));
        Arrays.fill(bytes, 4096, 5 * 4096, (byte) 0x5A);
        Files.write(data.resolve("waybill.db"), bytes);
        try (ServerProcess server = new ServerProcess(data, null)) {
            Process refused = server.launch();
            String said;
            try (BufferedReader out = refused.inputReader()) {
                said = String.join("\n", out.lines().toList());
            }
            assertThat(refused.waitFor()).isEqualTo(1);
            assertThat(said).contains("is damaged", "restore", "backup");

            new Restore(archive).into(data, true);
            server.start();
            server.stop();
        }

        assertThat(texts(data)).isEqualTo(before).isNotEmpty();
        assertThat(broken(data)).isEmpty();
    }

    private static int tries() {
        return Math.max(LEAST_TRIES, Chance.rounds());
    }

    private static Path copy(String name) throws IOException {
        Path copy = Files.createDirectories(folder.resolve(name));
        for (String file : List.of("waybill.db", "waybill.db-wal")) {
            Files.copy(killed.resolve(file), copy.resolve(file));
        }
        return copy;
    }

    private static int schema(Path data) {
        try (Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, data)) {
            return inspection.schema();
        }
    }

    /// A file that cannot even be looked at is noticed, too.
    private static List<Finding> broken(Path data) {
        try {
            return new Verification(StoreConfig.DEFAULTS, data)
                    .run(_ -> {}).stream().filter(finding -> !finding.holds()).toList();
        } catch (StoreException e) {
            return List.of(new Finding("store", "can be read", List.of(e.toString())));
        }
    }

    /// Everything that happened, in its order.
    private static List<String> record(Path data) {
        try (Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, data)) {
            return inspection.read(tx -> tx.list(RECORD, row -> row.text(1)));
        }
    }

    private static Set<String> texts(Path data) {
        try (Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, data)) {
            return new HashSet<>(
                    inspection.read(tx -> tx.list("select text from message", row -> row.text(1))));
        }
    }
}
