package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.server.config.StoreConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Disks that fail under a server at work.
class DiskTest {
    /// A history of so many cuts is proved at a time, each on a disk of its own.
    private static final int CUTS_AT_ONCE = 20;

    private static final int MOST_MILLIS_BETWEEN_CUTS = 1500;
    private static final int SYNC_MILLIS = 100;

    /// It stays in the background, so that the process that is started is the server.
    private static final String[] SLOW_SYNCS = syncs("delay_exit=" + SYNC_MILLIS * 1000);

    /// They say yes and do nothing.
    private static final String[] LYING_SYNCS = syncs("retval=0");

    private static String[] syncs(String injected) {
        return new String[] {
            "strace",
            "-D",
            "-f",
            "--seccomp-bpf",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            "trace=fsync,fdatasync",
            "-e",
            "inject=fsync,fdatasync:" + injected
        };
    }

    @TempDir private Path folder;

    @Tag("disks")
    @Test
    void a_power_cut_loses_nothing_that_was_confirmed() throws IOException {
        Random random = Chance.of("power cut");
        for (int done = 0; done < Chance.rounds(); done += CUTS_AT_ONCE) {
            Path place = Files.createDirectories(folder.resolve("cut-" + done));
            try (Disk disk = Disk.ext4(place, 512);
                    ServerProcess server = new ServerProcess(disk.folder().resolve("data"), null)) {
                cuts(disk, server, random, Math.min(CUTS_AT_ONCE, Chance.rounds() - done));
                disk.unmount();
            }
            Files.delete(place.resolve("image"));
        }
    }

    private static void cuts(Disk disk, ServerProcess server, Random random, int cuts) {
        server.start();
        try (World world = new World(List.of(server), StoreConfig.DEFAULTS, random, World.SOME)) {
            world.begin();
            for (int cut = 0; cut < cuts; cut++) {
                LockSupport.parkNanos(random.nextInt(MOST_MILLIS_BETWEEN_CUTS) * 1_000_000L);
                cut(disk, server, world.history());
                assertThat(world.confirmedAndNotKept()).isEmpty();
                world.afterKill();
                world.history().isLightAgain();
                server.start();
                world.awaitConfirmed(world.history().confirmed() + 50);
            }
            world.proveAll();
            server.stop();
            world.verify();
        }
    }

    /// A machine without power confirms nothing, but here the server lives on for a moment, and a sync that was under way
    /// when the power was cut may say yes to what is lost. So what is said from then on is not heard.
    private static void cut(Disk disk, ServerProcess server, History history) {
        try (PowerCut cut = new PowerCut(disk.folder())) {
            history.goesDark();
            cut.now();
        }
        server.kill();
        disk.unmount();
        assertThat(disk.mount()).isTrue();
    }

    /// What makes the test above worth something: it would notice a server that confirms what is not on the disk.
    @Tag("disks")
    @Test
    void a_power_cut_finds_out_syncs_that_only_say_that_they_were_done() throws IOException {
        assumeTrue(Disk.run("strace", "-V"), "skipped: there is no strace to take syncs away with");
        try (Disk disk = Disk.ext4(folder, 256);
                ServerProcess server =
                        new ServerProcess(disk.folder().resolve("data"), null)
                                .behind(LYING_SYNCS)) {
            server.start();
            try (World world =
                    new World(
                            List.of(server),
                            StoreConfig.DEFAULTS,
                            Chance.of("lying syncs"),
                            World.SOME)) {
                assertThat(Disk.run("sync", "-f", disk.folder().toString())).isTrue();
                world.begin();
                world.awaitConfirmed(200);
                cut(disk, server, world.history());

                assertThat(world.confirmedAndNotKept()).isNotEmpty();
            }
            disk.unmount();
        }
    }

    @Test
    void on_a_full_disk_senders_are_told_and_when_there_is_space_everything_goes_on()
            throws IOException {
        Random random = Chance.of("full disk");
        try (Disk disk = Disk.inMemory(folder, 128);
                ServerProcess server = new ServerProcess(disk.folder().resolve("data"), null)) {
            server.start();
            try (World world =
                    new World(List.of(server), StoreConfig.DEFAULTS, random, World.SOME)) {
                world.begin();
                Path filler = disk.fill();
                world.awaitStandstill();
                assertThat(world.sendOnce("refused").status()).isEqualTo(503);
                assertThat(world.read("/v1/channels").status()).isEqualTo(200);
                assertThat(server.alive()).isTrue();

                Files.delete(filler);
                world.awaitConfirmed(world.history().confirmed() + 100);
                world.proveAll();
                server.stop();
                world.verify();
            }
        }
    }

    @Tag("disks")
    @Test
    void on_a_disk_that_turns_read_only_senders_are_told_and_nothing_confirmed_is_lost()
            throws IOException {
        Random random = Chance.of("read-only disk");
        try (Disk disk = Disk.ext4(folder, 256);
                ServerProcess server = new ServerProcess(disk.folder().resolve("data"), null)) {
            server.start();
            try (World world =
                    new World(List.of(server), StoreConfig.DEFAULTS, random, World.SOME)) {
                world.begin();
                disk.turnReadOnly();
                world.awaitStandstill();
                assertThat(world.sendOnce("refused").status()).isEqualTo(503);
                assertThat(world.read("/v1/channels").status()).isEqualTo(200);
                assertThat(server.alive()).isTrue();

                server.kill();
                disk.mend();
                world.noteCursors();
                world.verify();
                server.start();
                world.awaitConfirmed(world.history().confirmed() + 100);
                world.proveAll();
                server.stop();
                world.verify();
            }
        }
    }

    @Test
    void on_a_disk_that_syncs_slowly_everything_takes_longer_and_nothing_else_changes()
            throws IOException {
        assumeTrue(Disk.run("strace", "-V"), "skipped: there is no strace to delay syncs with");
        try (ServerProcess server =
                new ServerProcess(folder.resolve("data"), null).behind(SLOW_SYNCS)) {
            server.start();
            try (World world =
                    new World(
                            List.of(server),
                            StoreConfig.DEFAULTS,
                            Chance.of("slow syncs"),
                            World.SOME)) {
                long begun = System.nanoTime();
                assertThat(world.sendOnce("slow").good()).isTrue();
                assertThat(Duration.ofNanos(System.nanoTime() - begun))
                        .isGreaterThan(Duration.ofMillis(SYNC_MILLIS));

                world.begin();
                world.awaitConfirmed(100);
                world.proveAll();
                server.stop();
                world.verify();
            }
        }
    }

    @Test
    void a_folder_that_cannot_be_written_to_is_refused_in_words() throws Exception {
        try (Disk disk = Disk.inMemory(folder, 16);
                ServerProcess server = new ServerProcess(disk.folder().resolve("data"), null)) {
            server.start();
            server.stop();
            assertThat(Disk.run("mount", "-o", "remount,ro", disk.folder().toString())).isTrue();

            Process refused = server.launch();
            String said;
            try (BufferedReader out = refused.inputReader()) {
                said = String.join("\n", out.lines().toList());
            }

            assertThat(refused.waitFor()).isEqualTo(1);
            assertThat(said)
                    .contains("cannot use data folder")
                    .containsIgnoringCase("read-only file system");
        }
    }
}
