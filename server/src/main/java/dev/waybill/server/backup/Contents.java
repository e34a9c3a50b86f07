package dev.waybill.server.backup;

import dev.waybill.server.store.Blobs;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Inspection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which files of a data folder belong into a backup.
final class Contents {
    static final String DATABASE = DataFolder.DATABASE_FILE;
    static final String UPLOADS = Blobs.UPLOADS + "/";

    /// What credentials are sealed with, and the keys of the first start.
    private static final List<String> SECRETS = List.of("credentials.key", "keys.json");

    private static final Pattern NAME = Pattern.compile(UPLOADS + "[0-9]{1,20}/[0-9]{1,20}");

    /// Before that version there were none.
    private static final int SCHEMA_WITH_UPLOADS = 2;

    private static final String RECEIVED =
            """
            select workspace_id, id from file where upload_hash is null and status <> 'deleted' order by id
            """;

    private Contents() {}

    /// The uploads that a database knows, by their names below the data folder.
    static List<String> uploads(Inspection database) {
        if (database.schema() < SCHEMA_WITH_UPLOADS) {
            return List.of();
        }
        return database.read(
                tx -> tx.list(RECEIVED, row -> UPLOADS + row.number(1) + "/" + row.text(2)));
    }

    static List<String> secrets(Path data) {
        return SECRETS.stream().filter(name -> Files.isRegularFile(data.resolve(name))).toList();
    }

    static boolean isSecret(String name) {
        return SECRETS.contains(name);
    }

    /// Whether an archive may hold a file of that name; it would lie nowhere but in the data folder.
    static boolean allowed(String name) {
        return Stream.concat(Stream.of(DATABASE), SECRETS.stream()).anyMatch(name::equals)
                || NAME.matcher(name).matches();
    }
}
