package dev.waybill.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that hold something else than was written to them.
class DamageTest {
    private static final int LEAST_TRIES = 20;

    /// Of fewer it may happen that none is noticed.
    private static final int MANY = 200;

    /// A server is started on so many of the copies at most.
    private static final int STARTS = 2;

    /// Damage of the structure itself, as the database tells it; a start looks for that.
    private static final String BROKEN_TREE = "Tree ";

    /// What stands in the row of a message behind its words, and nowhere else.
    private static final String BEHIND_WORDS = "{}wait";

    private static final int PAGE = 4096;
    private static final int MOST_PAGES = 100;

    private static final String RECORD =
            """
            select l.seq || ' ' || l.type || ' ' || l.subject || ' ' || coalesce(m.text, '')
            from ledger l left join message m on m.id = l.subject order by l.workspace_id, l.seq
            """;

    @TempDir private static Path folder;

    /// As a server was killed in it, with a log that is not in the file yet.
    private static Path killed;

    private static Path archive;

    /// Of the workspace in them.
    private static String key;

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
                key = server.key();
                new Backup(killed, InstantSource.system(), "test").write(archive, true);
                server.kill();
            }
        }
    }

    @Test
    void with_a_torn_log_everything_is_as_it_was_at_an_earlier_moment() throws IOException {
        Random random = Chance.of("torn log");
        List<String> whole = record(killed);
        int served = 0;
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
                if (!earlier.isEmpty() && served < STARTS) {
                    served++;
                    serves(copy);
                    assertThat(record(copy)).startsWith(earlier.toArray(String[]::new));
                    assertThat(broken(copy)).isEmpty();
                }
            }
        }
        assertThat(served).isPositive();
    }

    /// A start reads and writes it as if nothing had been.
    private static void serves(Path data) throws IOException {
        try (ServerProcess server = new ServerProcess(data, null).start();
                Api api = new Api()) {
            assertThat(api.get(server.port(), "/v1/channels", key).status()).isEqualTo(200);
            assertThat(api.post(server.port(), "/v1/agents", key, "{\"name\":\"newcomer\"}").good())
                    .isTrue();
            server.stop();
        }
    }

    @Test
    void flipped_bits_are_noticed_and_refused_or_leave_everything_readable() throws Exception {
        Random random = Chance.of("flipped bits");
        Path sound = folder.resolve("sound");
        new Restore(archive).into(sound, false);
        byte[] bytes = Files.readAllBytes(sound.resolve("waybill.db"));
        List<String> whole = texts(sound);
        int noticed = 0;
        for (int i = 0; i < tries(); i++) {
            Path copy = flipped(bytes, random.nextInt(bytes.length), random);
            if (broken(copy).isEmpty()) {
                assertThat(texts(copy)).isEqualTo(whole);
            } else {
                noticed++;
            }
        }
        System.out.printf(
                "faults: of %d flipped bits %d were noticed; the others changed no message%n",
                tries(), noticed);
        assertThat(noticed).isBetween(tries() < MANY ? 0 : 1, tries() - 1);
    }

    /// The structure is sound then, and the database itself sees nothing in it.
    @Test
    void a_flipped_bit_in_what_somebody_said_is_noticed_and_a_backup_brings_it_back()
            throws Exception {
        Random random = Chance.of("flipped words");
        Path data = folder.resolve("words");
        new Restore(archive).into(data, false);
        List<String> before = texts(data);
        byte[] bytes = Files.readAllBytes(data.resolve("waybill.db"));
        String said = before.get(random.nextInt(before.size()));
        int place = 0;
        do {
            place = new String(bytes, ISO_8859_1).indexOf(said + BEHIND_WORDS, place + 1);
            assertThat(place).isPositive();
            byte[] flipped = bytes.clone();
            flipped[place + random.nextInt(said.length())] ^= 1;
            Files.write(data.resolve("waybill.db"), flipped);
        } while (texts(data).equals(before)); // a page keeps the bytes of what it held before

        assertThat(broken(data))
                .singleElement()
                .satisfies(finding -> assertThat(finding.name()).isEqualTo("message.unchanged"));

        new Restore(archive).into(data, true);
        assertThat(texts(data)).isEqualTo(before);
        assertThat(broken(data)).isEmpty();
    }

    /// What kind of page it is, is told by the first byte of each.
    @Test
    void a_flipped_bit_in_the_structure_keeps_the_server_from_starting() throws Exception {
        Random random = Chance.of("flipped structure");
        Path sound = folder.resolve("structure");
        new Restore(archive).into(sound, false);
        byte[] bytes = Files.readAllBytes(sound.resolve("waybill.db"));
        int refused = 0;
        for (int i = 0; refused < STARTS; i++) {
            assertThat(i).as("pages that are in no tree").isLessThan(MOST_PAGES);
            int page = 1 + random.nextInt(bytes.length / PAGE - 1);
            Path copy = flipped(bytes, page * PAGE, random);
            if (broken(copy).toString().contains(BROKEN_TREE)) {
                assertThat(refusal(copy)).contains("is damaged", "restore", "backup");
                refused++;
            }
        }
    }

    private static Path flipped(byte[] bytes, int place, Random random) throws IOException {
        byte[] flipped = bytes.clone();
        flipped[place] ^= (byte) (1 << random.nextInt(8));
        Path copy = Files.createTempDirectory(folder, "flipped-");
        Files.write(copy.resolve("waybill.db"), flipped);
        return copy;
    }

    /// What the server says that does not start.
    private static String refusal(Path data) throws Exception {
        try (ServerProcess server = new ServerProcess(data, null)) {
            Process refused = server.launch();
            String said;
            try (BufferedReader out = refused.inputReader()) {
                said = String.join("\n", out.lines().toList());
            }
            assertThat(refused.waitFor()).isEqualTo(1);
            return said;
        }
    }

    @Test
    void a_damaged_database_is_refused_and_comes_back_from_a_backup() throws Exception {
        Path data = folder.resolve("damaged");
        new Restore(archive).into(data, false);
        List<String> before = texts(data);
        byte[] bytes = Files.readAllBytes(data.resolve("waybill.db"));
        Arrays.fill(bytes, 4096, 5 * 4096, (byte) 0x5A);
        Files.write(data.resolve("waybill.db"), bytes);
        assertThat(refusal(data)).contains("is damaged", "restore", "backup");

        new Restore(archive).into(data, true);
        try (ServerProcess server = new ServerProcess(data, null)) {
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

    /// What each message says, in the order in which they were sent.
    private static List<String> texts(Path data) {
        try (Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, data)) {
            return inspection.read(
                    tx -> tx.list("select text from message order by id", row -> row.text(1)));
        }
    }
}
