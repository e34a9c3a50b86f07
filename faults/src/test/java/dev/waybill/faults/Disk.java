package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/// A small file system of its own, which may break without harm to anything else. Only root can make one; elsewhere a test
/// that asks for it is skipped.
final class Disk implements AutoCloseable {
    private final Path folder;
    private final String[] mount;
    private final Runnable ending = this::detach;

    private Disk(Path folder, String... mount) {
        this.folder = folder;
        this.mount = mount;
    }

    /// In memory.
    static Disk inMemory(Path parent, int megabytes) {
        return mounted(parent, "mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs");
    }

    /// On an image in a file, with a journal, as servers have it.
    static Disk ext4(Path parent, int megabytes) {
        Path image = parent.resolve("image");
        try (OutputStream out = Files.newOutputStream(image)) {
            out.write(new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assumeTrue(
                run("truncate", "-s", megabytes + "M", image.toString())
                        && run("mkfs.ext4", "-q", "-F", image.toString()),
                "skipped: there is no mkfs.ext4");
        return mounted(parent, "mount", "-o", "loop,errors=remount-ro", image.toString());
    }

    private static Disk mounted(Path parent, String... mount) {
        try {
            Path folder = Files.createDirectories(parent.resolve("disk"));
            Disk disk = new Disk(folder, mount);
            Leftovers.add(disk.ending);
            assumeTrue(disk.mount(), "skipped: mounting a small file system needs root");
            return disk;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    boolean mount() {
        String[] command = Arrays.copyOf(mount, mount.length + 1);
        command[mount.length] = folder.toString();
        return run(command);
    }

    void unmount() {
        World.await("the disk to be free", () -> run("umount", folder.toString()));
    }

    /// As when its file system has found an error in itself: from now on nothing can be written, and what is there can be read.
    void turnReadOnly() {
        try {
            Path device = Path.of(Files.getFileStore(folder).name()).getFileName();
            Files.writeString(
                    Path.of("/sys/fs/ext4").resolve(device).resolve("trigger_fs_error"), "1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Mounts it again after such an error, as whoever looks after the machine does.
    void mend() {
        unmount();
        run("fsck.ext4", "-p", folder.resolveSibling("image").toString());
        assertThat(mount()).isTrue();
    }

    /// Takes the rest of the space; deleting the file gives it back.
    Path fill() {
        Path filler = folder.resolve("filler");
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] block = new byte[64 << 10];
            while (true) {
                out.write(block);
            }
        } catch (IOException _) {
            return filler;
        }
    }

    static boolean run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void detach() {
        run("umount", "-l", folder.toString());
    }

    @Override
    public void close() {
        detach();
        Leftovers.gone(ending);
    }
}
