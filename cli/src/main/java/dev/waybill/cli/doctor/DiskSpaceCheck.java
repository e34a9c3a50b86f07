package dev.waybill.cli.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whether there is room for the data to grow.
record DiskSpaceCheck(Path folder, long usableBytes) implements Check {
    private static final long MIB = 1 << 20;
    private static final long NEEDED = 100 * MIB;
    private static final long COMFORTABLE = 1024 * MIB;

    static DiskSpaceCheck of(Path data) {
        Path folder = DataFolderCheck.existing(data);
        try {
            return new DiskSpaceCheck(folder, Files.getFileStore(folder).getUsableSpace());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell the free space of " + folder, e);
        }
    }

    @Override
    public Finding look() {
        String detail = usableBytes / MIB + " MiB free at " + folder;
        String advice = "free some space there, or choose another folder with --data";
        if (usableBytes < NEEDED) {
            return Finding.fail("disk", detail, advice);
        }
        return usableBytes < COMFORTABLE
                ? Finding.warn("disk", detail, advice)
                : Finding.ok("disk", detail);
    }
}
