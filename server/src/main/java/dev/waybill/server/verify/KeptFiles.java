package dev.waybill.server.verify;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.Blobs;
import dev.waybill.server.store.Inspection;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Holds the rows of uploaded files against the bytes beside the database.
final class KeptFiles {
    static final String NAME = "files.kept";
    static final String PROMISE = "every uploaded file is there, with the bytes that came";

    private static final int PAGE = 500;
    private static final String RECEIVED =
            """
            select workspace_id, id, size_bytes, sha256 from file
            where upload_hash is null and status <> 'deleted' and id > ? order by id limit\s"""
                    + PAGE;
    private static final String IS_THERE =
            "select count(*) from file where id = ? and status <> 'deleted'";

    private final StoreConfig config;
    private final Path data;
    private final Path folder;

    KeptFiles(StoreConfig config, Path data) {
        this.config = config;
        this.data = data;
        this.folder = data.resolve(Blobs.UPLOADS);
    }

    private record Upload(long workspace, String id, long size, @Nullable String sha256) {}

    private record Doubt(String id, String words) {}

    /// Whether the bytes could be here at all: of a database elsewhere they may be there, too.
    boolean here() {
        return Files.isDirectory(data);
    }

    List<String> broken(ReadTx tx) {
        List<String> breaches = new ArrayList<>();
        String last = "";
        while (true) {
            List<Upload> page = tx.list(RECEIVED, KeptFiles::upload, last);
            breaches.addAll(stillThere(doubts(page)));
            if (page.size() < PAGE || breaches.size() >= Invariant.MOST) {
                return breaches.stream().limit(Invariant.MOST).toList();
            }
            last = page.getLast().id();
        }
    }

    private static Upload upload(Row row) {
        return new Upload(row.number(1), row.text(2), row.number(3), row.textOrNull(4));
    }

    private List<Doubt> doubts(List<Upload> page) {
        List<Doubt> doubts = new ArrayList<>();
        for (Upload upload : page) {
            fault(upload).ifPresent(words -> doubts.add(new Doubt(upload.id(), words)));
        }
        return doubts;
    }

    /// The bytes are looked at later than the rows, so these are asked for once more: a server that runs meanwhile may have
    /// deleted some.
    private List<String> stillThere(List<Doubt> doubts) {
        if (doubts.isEmpty()) {
            return List.of();
        }
        try (Inspection now = Inspection.open(config, data)) {
            return now.read(
                    tx ->
                            doubts.stream()
                                    .filter(doubt -> isThere(tx, doubt.id()))
                                    .map(Doubt::words)
                                    .toList());
        }
    }

    private static boolean isThere(ReadTx tx, String id) {
        return tx.first(IS_THERE, row -> row.number(1), id).orElse(0L) > 0;
    }

    private Optional<String> fault(Upload upload) {
        Path file = folder.resolve(Long.toString(upload.workspace())).resolve(upload.id());
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.of("file " + upload.id() + " is missing");
            }
            long size = Files.size(file);
            if (size != upload.size()) {
                return Optional.of(
                        "file %s has %d bytes instead of %d"
                                .formatted(upload.id(), size, upload.size()));
            }
            String known = upload.sha256();
            return known == null || known.equals(Blobs.sha256(file))
                    ? Optional.empty()
                    : Optional.of("file " + upload.id() + " holds other bytes than came");
        } catch (NoSuchFileException _) {
            return Optional.of("file " + upload.id() + " is missing");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
