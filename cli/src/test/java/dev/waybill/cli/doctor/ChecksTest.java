package dev.waybill.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.cli.doctor.Finding.Outcome;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.DataFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir private Path folder;

    @Test
    void an_old_jvm_fails() {
        assertThat(new JavaCheck(25).look().outcome()).isEqualTo(Outcome.OK);
        assertThat(new JavaCheck(21).look().outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void a_free_port_is_fine() {
        assertThat(new PortCheck("127.0.0.1", 0, false).look().outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void a_port_taken_by_another_process_fails() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> hangUpOnEveryone(other));

            Finding finding = new PortCheck("127.0.0.1", other.getLocalPort(), false).look();

            assertThat(finding.outcome()).isEqualTo(Outcome.FAIL);
            assertThat(finding.detail()).contains("127.0.0.1:" + other.getLocalPort(), "in use");
        }
    }

    @Test
    void a_port_taken_by_a_waybill_server_is_worth_a_warning() throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/ready",
                exchange -> {
                    byte[] body = "{\"ok\":true}".getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();

        Finding finding = new PortCheck("127.0.0.1", server.getAddress().getPort(), false).look();

        server.stop(0);
        assertThat(finding.outcome()).isEqualTo(Outcome.WARN);
        assertThat(finding.detail()).contains("already listens");
    }

    @Test
    void an_address_of_another_machine_fails() {
        assertThat(new PortCheck("192.0.2.1", 7717, false).look().outcome())
                .isEqualTo(Outcome.FAIL);
    }

    @Test
    void a_data_folder_that_is_not_there_yet_is_fine() {
        Finding finding = new DataFolderCheck(folder.resolve("a/b")).look();

        assertThat(finding.outcome()).isEqualTo(Outcome.OK);
        assertThat(finding.detail()).contains("will be created");
    }

    @Test
    void a_data_folder_open_to_others_is_a_warning_with_the_remedy() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

        Finding finding = new DataFolderCheck(folder).look();

        assertThat(finding.outcome()).isEqualTo(Outcome.WARN);
        assertThat(finding.advice()).isEqualTo("chmod 700 '" + folder + "'");
    }

    @Test
    void a_data_folder_in_use_is_a_warning() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Path lock = folder.resolve(DataFolder.LOCK_FILE);
        try (FileChannel server =
                FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            assertThat(new DataFolderCheck(folder).look().outcome()).isEqualTo(Outcome.OK);
            server.lock();

            assertThat(new DataFolderCheck(folder).look().detail())
                    .contains("in use by a running server");
        }
    }

    @Test
    void a_file_in_place_of_the_data_folder_fails() throws IOException {
        Path file = Files.writeString(folder.resolve("data"), "");

        assertThat(new DataFolderCheck(file).look().outcome()).isEqualTo(Outcome.FAIL);
        assertThat(new DataFolderCheck(file.resolve("below")).look().outcome())
                .isEqualTo(Outcome.FAIL);
    }

    @Test
    void little_space_is_a_warning_and_hardly_any_fails() {
        assertThat(new DiskSpaceCheck(folder, 2L << 30).look().outcome()).isEqualTo(Outcome.OK);
        assertThat(new DiskSpaceCheck(folder, 500L << 20).look().outcome()).isEqualTo(Outcome.WARN);
        assertThat(new DiskSpaceCheck(folder, 5L << 20).look().outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void few_open_files_are_a_warning_with_the_command() {
        assertThat(new OpenFilesCheck(10_240).look().outcome()).isEqualTo(Outcome.OK);
        assertThat(new OpenFilesCheck(1_024).look().advice()).contains("ulimit -n 10240");
        assertThat(OpenFilesCheck.ofProcess().limit()).isPositive();
    }

    @Test
    void an_implausible_or_jumping_clock_is_told() {
        assertThat(new ClockCheck(NOW, Duration.ZERO).look().outcome()).isEqualTo(Outcome.OK);
        assertThat(new ClockCheck(NOW, Duration.ofSeconds(2)).look().outcome())
                .isEqualTo(Outcome.WARN);
        assertThat(new ClockCheck(Instant.EPOCH, Duration.ZERO).look().outcome())
                .isEqualTo(Outcome.FAIL);
        assertThat(ClockCheck.ofProcess().look().outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void a_file_that_is_no_database_fails() throws IOException {
        DatabaseCheck check = new DatabaseCheck(StoreConfig.DEFAULTS, folder);

        assertThat(check.look().outcome()).isEqualTo(Outcome.OK);
        Files.writeString(folder.resolve("waybill.db"), "something else altogether".repeat(100));
        assertThat(check.look().outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void a_check_that_breaks_is_a_failure_of_its_own_name() {
        Finding unmade =
                Doctor.look(
                        "disk",
                        () -> {
                            throw new IllegalStateException("no such disk");
                        });
        Finding broken =
                Doctor.look(
                        "port",
                        () ->
                                () -> {
                                    throw new IllegalArgumentException("no such port");
                                });

        assertThat(unmade.check()).isEqualTo("disk");
        assertThat(unmade.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(unmade.detail()).contains("no such disk");
        assertThat(broken.check()).isEqualTo("port");
        assertThat(broken.detail()).contains("no such port");
    }

    @Test
    void a_database_server_that_is_not_there_fails_without_its_password() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        DatabaseTarget target =
                new DatabaseTarget.Postgres(
                        "jdbc:postgresql://127.0.0.1:" + port + "/relay", "me", "pw-secret");
        StoreConfig config = StoreConfig.DEFAULTS.withDatabase(target);

        Finding finding = new DatabaseCheck(config, folder).look();

        assertThat(finding.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(finding.toString()).doesNotContain("pw-secret");
    }

    @Test
    void a_key_that_is_none_fails() throws IOException {
        Path certificate = folder.resolve("cert.pem");
        try (var pem = ChecksTest.class.getResourceAsStream("expires-2036.pem")) {
            Files.write(certificate, pem.readAllBytes());
        }
        Path key =
                Files.writeString(
                        folder.resolve("key.pem"),
                        "-----BEGIN EC PRIVATE KEY-----\nMHc=\n-----END EC PRIVATE KEY-----\n");

        Finding finding = new TlsKeyCheck(certificate, key).look();

        assertThat(finding.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(finding.detail()).contains("openssl");
    }

    @Test
    void a_server_that_others_can_reach_without_tls_is_told() {
        Config defaults = Config.DEFAULTS;
        ServerConfig everywhere =
                new ServerConfig("0.0.0.0", 7717, folder, 0, Duration.ofSeconds(1));
        Config exposed =
                new Config(
                        everywhere,
                        defaults.store(),
                        defaults.http(),
                        defaults.tls(),
                        defaults.access(),
                        defaults.delivery(),
                        defaults.files(),
                        defaults.outbound(),
                        defaults.push(),
                        defaults.redaction(),
                        defaults.actions(),
                        defaults.network(),
                        defaults.nats(),
                        defaults.providers(),
                        defaults.ui(),
                        defaults.log());

        assertThat(new ExposureCheck(defaults).look().outcome()).isEqualTo(Outcome.OK);
        assertThat(new ExposureCheck(exposed).look().outcome()).isEqualTo(Outcome.WARN);
    }

    @Test
    void what_holds_no_certificate_fails() throws IOException {
        Path file = Files.writeString(folder.resolve("cert.pem"), "nothing");

        assertThat(new CertificateCheck(file, () -> NOW).look().outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void a_certificate_is_watched_until_its_end() throws IOException {
        Path file = folder.resolve("cert.pem");
        try (var certificate = ChecksTest.class.getResourceAsStream("expires-2036.pem")) {
            Files.write(file, certificate.readAllBytes());
        }

        assertThat(outcome(file, "2026-11-15T00:00:00Z")).isEqualTo(Outcome.OK);
        assertThat(outcome(file, "2036-11-10T00:00:00Z")).isEqualTo(Outcome.WARN);
        assertThat(outcome(file, "2037-01-01T00:00:00Z")).isEqualTo(Outcome.FAIL);
    }

    private static Outcome outcome(Path certificate, String now) {
        return new CertificateCheck(certificate, () -> Instant.parse(now)).look().outcome();
    }

    private static void hangUpOnEveryone(ServerSocket socket) {
        try {
            while (true) {
                socket.accept().close();
            }
        } catch (IOException _) {
            // the test is over
        }
    }
}
