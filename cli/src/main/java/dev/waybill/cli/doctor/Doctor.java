package dev.waybill.cli.doctor;

import dev.waybill.server.config.Config;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// All checks, in the order in which a person would want to mend things.
public final class Doctor {
    private Doctor() {}

    public static List<Finding> examine(Config config) {
        return checks(config).stream().map(Check::look).toList();
    }

    private static List<Check> checks(Config config) {
        List<Check> checks = new ArrayList<>();
        checks.add(new JavaCheck(Runtime.version().feature()));
        checks.add(
                new PortCheck(
                        config.server().host(), config.server().port(), config.tls().enabled()));
        checks.add(new DataFolderCheck(config.server().data()));
        checks.add(DiskSpaceCheck.of(config.server().data()));
        checks.add(new DatabaseCheck(config.store(), config.server().data()));
        checks.add(OpenFilesCheck.ofProcess());
        checks.add(ClockCheck.ofProcess());
        if (config.tls().certificate() != null) {
            checks.add(new CertificateCheck(config.tls().certificate(), InstantSource.system()));
        }
        return checks;
    }
}
