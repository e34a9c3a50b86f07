package dev.waybill.server.verify;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.Inspection;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.StoreException.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Looks at everything a server has kept, at one moment, and changes nothing.
public final class Verification {
    private static final String STORAGE = "store.sound";
    private static final String SOUND =
            "every page, index and reference of the database file is sound";
    private static final String SCHEMA = "store.schema";
    private static final String CURRENT = "the schema is the one that this server knows";

    private final StoreConfig config;
    private final Path data;

    public Verification(StoreConfig config, Path data) {
        this.config = config;
        this.data = data;
    }

    /// How many findings there will be, at most.
    public static int size() {
        return Invariants.ALL.size() + 4;
    }

    /// Whether a server could use what was looked at, whatever else is not as it should be.
    public static boolean usable(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.name().equals(STORAGE) || finding.name().equals(SCHEMA))
                .allMatch(Finding::holds);
    }

    /// Tells each finding as soon as it is there, and all of them at the end. It ends early where the rest would make no
    /// sense: on a damaged file, or a schema of another version. Of uploads it says nothing where there is no data folder.
    public List<Finding> run(Consumer<Finding> progress) {
        List<Finding> findings = new ArrayList<>();
        Consumer<Finding> found =
                finding -> {
                    findings.add(finding);
                    progress.accept(finding);
                };
        try (Inspection inspection = Inspection.open(config, data)) {
            run(inspection, found);
        } catch (StoreException e) {
            if (e.kind() != Kind.CORRUPT) {
                throw e;
            }
            found.accept(new Finding(STORAGE, SOUND, List.of(String.valueOf(e.getMessage()))));
        }
        return List.copyOf(findings);
    }

    private void run(Inspection inspection, Consumer<Finding> found) {
        List<String> damage = inspection.damage(Invariant.MOST);
        found.accept(new Finding(STORAGE, SOUND, damage));
        if (!damage.isEmpty()) {
            return;
        }
        int schema = inspection.schema();
        if (schema != Inspection.LATEST_SCHEMA) {
            found.accept(new Finding(SCHEMA, CURRENT, List.of(otherSchema(schema))));
            return;
        }
        found.accept(new Finding(SCHEMA, CURRENT, List.of()));
        inspection.read(
                tx -> {
                    for (Invariant invariant : Invariants.ALL) {
                        found.accept(
                                new Finding(
                                        invariant.name(),
                                        invariant.promise(),
                                        invariant.broken(tx)));
                    }
                    found.accept(
                            new Finding(
                                    UnchangedMessages.NAME,
                                    UnchangedMessages.PROMISE,
                                    UnchangedMessages.broken(tx)));
                    KeptFiles files = new KeptFiles(config, data);
                    if (files.here()) {
                        found.accept(
                                new Finding(KeptFiles.NAME, KeptFiles.PROMISE, files.broken(tx)));
                    }
                    return Invariants.ALL.size();
                });
    }

    private static String otherSchema(int schema) {
        return schema < Inspection.LATEST_SCHEMA
                ? "it has version %d, and a start of this server would bring it to %d; nothing else was looked at"
                        .formatted(schema, Inspection.LATEST_SCHEMA)
                : "it has version %d and this server knows %d: use the newer Waybill"
                        .formatted(schema, Inspection.LATEST_SCHEMA);
    }
}
