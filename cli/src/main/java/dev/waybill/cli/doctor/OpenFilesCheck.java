package dev.waybill.cli.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// Whether the process may hold enough connections: each of them is an open file.
record OpenFilesCheck(long limit) implements Check {
    private static final long COMFORTABLE = 10_240;

    static OpenFilesCheck ofProcess() {
        return new OpenFilesCheck(
                ManagementFactory.getOperatingSystemMXBean()
                                instanceof UnixOperatingSystemMXBean unix
                        ? unix.getMaxFileDescriptorCount()
                        : Long.MAX_VALUE);
    }

    @Override
    public Finding look() {
        if (limit == Long.MAX_VALUE) {
            return Finding.ok("open-files", "no limit on this system");
        }
        return limit >= COMFORTABLE
                ? Finding.ok("open-files", "at most " + limit)
                : Finding.warn(
                        "open-files",
                        "at most " + limit + ", which bounds the number of connections",
                        "run 'ulimit -n "
                                + COMFORTABLE
                                + "' before the server, or set LimitNOFILE in its service");
    }
}
