package dev.waybill.cli.doctor;

import dev.waybill.server.config.Config;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// All checks, in the order in which a person would want to mend things.
public final class Doctor {
    private Doctor() {}

    public static List<Finding> examine(Config config) {
        Path data = config.server().data();
        Path certificate = config.tls().certificate();
        Path key = config.tls().key();
        List<Finding> findings = new ArrayList<>();
        findings.add(look("java", () -> new JavaCheck(Runtime.version().feature())));
        findings.add(look("port", () -> PortCheck.of(config)));
        findings.add(look("exposure", () -> new ExposureCheck(config)));
        findings.add(look("data", () -> new DataFolderCheck(data)));
        findings.add(look("disk", () -> DiskSpaceCheck.of(data)));
        findings.add(look("database", () -> new DatabaseCheck(config.store(), data)));
        findings.add(look("open-files", OpenFilesCheck::ofProcess));
        findings.add(look("clock", ClockCheck::ofProcess));
        if (certificate != null) {
            findings.add(
                    look(
                            "certificate",
                            () -> new CertificateCheck(certificate, InstantSource.system())));
        }
        if (certificate != null && key != null) {
            findings.add(look("tls-key", () -> new TlsKeyCheck(certificate, key)));
        }
        return findings;
    }

    /// A check that breaks is a finding too: the others are still worth knowing.
    static Finding look(String name, Supplier<Check> check) {
        try {
            return check.get().look();
        } catch (RuntimeException e) {
            return Finding.fail(
                    name,
                    "this could not be examined: " + e,
                    "correct the settings it is about, or report this as a fault of Waybill");
        }
    }
}
