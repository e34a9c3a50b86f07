package dev.waybill.server.verify;

import dev.waybill.server.store.Blobs;
import dev.waybill.server.store.ReadTx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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

    private final Path folder;

    KeptFiles(Path data) {
        this.folder = data.resolve(Blobs.UPLOADS);
    }

    private record Row(long workspace, String id, long size, @Nullable String sha256) {}

    List<String> broken(ReadTx tx) {
        List<String> breaches = new ArrayList<>();
        String last = "";
        while (true) {
            List<Row> page =
                    tx.list(
                            RECEIVED,
                            row ->
                                    new Row(
                                            row.number(1),
                                            row.text(2),
                                            row.number(3),
                                            row.textOrNull(4)),
                            last);
            page.stream().map(this::fault).flatMap(Optional::stream).forEach(breaches::add);
            if (page.size() < PAGE || breaches.size() >= Invariant.MOST) {
                return breaches.stream().limit(Invariant.MOST).toList();
            }
            last = page.getLast().id();
        }
    }

    private Optional<String> fault(Row row) {
        Path file = folder.resolve(Long.toString(row.workspace())).resolve(row.id());
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.of("file " + row.id() + " is missing");
            }
            long size = Files.size(file);
            if (size != row.size()) {
                return Optional.of(
                        "file %s has %d bytes instead of %d".formatted(row.id(), size, row.size()));
            }
            String known = row.sha256();
            return known == null || known.equals(Blobs.sha256(file))
                    ? Optional.empty()
                    : Optional.of("file " + row.id() + " holds other bytes than came");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
