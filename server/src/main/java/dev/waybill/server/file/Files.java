package dev.waybill.server.file;

import dev.waybill.protocol.file.FileStatus;
import dev.waybill.protocol.file.NewUpload;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.config.FilesConfig;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Blobs;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Takes files in three steps: announced, received, completed. A row is there before its bytes and until after them, so
/// that whatever is left behind is found again by [#sweep].
public final class Files {
    private final Database database;
    private final Blobs blobs;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final Links links;
    private final Ledger ledger;
    private final FilesConfig limits;
    private final FileTable files = new FileTable();

    /// Whose bytes are coming in now. The data folder belongs to one server, so nobody else receives them.
    private final Set<String> arriving = ConcurrentHashMap.newKeySet();

    public Files(
            Database database,
            Blobs blobs,
            Snowflakes ids,
            InstantSource clock,
            SecureRandom random,
            Ledger ledger,
            FilesConfig limits) {
        this.database = database;
        this.blobs = blobs;
        this.ids = ids;
        this.clock = clock;
        this.links = new Links(random);
        this.ledger = ledger;
        this.limits = limits;
    }

    /// An announced file and the secret that lets its bytes in, which is kept nowhere.
    public record Announced(StoredFile file, Instant expiresAt, String secret) {
        public String path() {
            return "/v1/files/" + file.id() + "/content?token=" + secret;
        }

        @Override
        public String toString() {
            return "Announced[" + file + "]";
        }
    }

    public Announced announce(Caller.Agent uploader, NewUpload wanted) {
        if (wanted.sizeBytes() > limits.maxBytes()) {
            throw new Refusal(
                    Reason.PAYLOAD_TOO_LARGE,
                    "size_bytes is %d; a file may have %d bytes"
                            .formatted(wanted.sizeBytes(), limits.maxBytes()));
        }
        String secret = links.secret();
        Instant now = clock.instant();
        Instant expiresAt = now.plus(Links.UPLOAD);
        StoredFile file =
                new StoredFile(
                        Long.toString(ids.next()),
                        uploader.workspace(),
                        wanted.filename(),
                        wanted.contentType(),
                        wanted.sizeBytes(),
                        uploader.agent().text(),
                        uploader.name(),
                        FileStatus.PENDING,
                        now,
                        expiresAt,
                        Links.hash(secret),
                        links.secret());
        database.write(tx -> insert(tx, file));
        return new Announced(file, expiresAt, secret);
    }

    /// Takes the bytes of an announced file. When it returns they are durable, and the secret is worth nothing any more.
    public void receive(String id, String secret, InputStream bytes) {
        StoredFile file =
                database.read(tx -> files.find(tx, id))
                        .filter(found -> admits(found, secret))
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.FORBIDDEN,
                                                "The upload address is unknown, used or expired"));
        if (!arriving.add(id)) {
            throw new Refusal(
                    Reason.FILE_NOT_UPLOADED, "File " + id + " is being uploaded already");
        }
        try {
            store(file, bytes);
        } finally {
            arriving.remove(id);
        }
    }

    /// Makes a received file known to the workspace. Repeating it changes nothing.
    public StoredFile complete(Caller.Agent uploader, String id) {
        return database.write(tx -> complete(tx, uploader, id));
    }

    public StoredFile find(WorkspaceId workspace, String id) {
        return database.read(tx -> find(tx, workspace, id));
    }

    /// Newest first.
    public List<StoredFile> list(WorkspaceId workspace, @Nullable String uploadedBy, int limit) {
        return database.read(tx -> files.list(tx, workspace, uploadedBy, limit));
    }

    /// The owner may delete every file, an agent its own.
    public void delete(Caller caller, String id) {
        StoredFile gone =
                database.write(
                        tx -> {
                            StoredFile file = find(tx, caller.workspace(), id);
                            if (caller instanceof Caller.Agent agent) {
                                requireUploader(file, agent);
                            }
                            files.markDeleted(tx, id);
                            record(tx, file, "file.deleted");
                            return file;
                        });
        discard(gone);
    }

    /// Where a completed file can be fetched from without further credentials, for a while; null before that.
    public @Nullable String downloadPath(StoredFile file) {
        return file.status() == FileStatus.COMPLETE
                ? Links.downloadPath(file, clock.instant())
                : null;
    }

    /// A file that a download address leads to.
    public record Download(StoredFile file, Path path) {}

    public Download open(String id, long expires, String signature) {
        return database.read(tx -> files.find(tx, id))
                .filter(file -> file.status() == FileStatus.COMPLETE)
                .filter(file -> Links.opens(file, expires, signature, clock.instant()))
                .map(file -> new Download(file, blobs.path(folder(file), file.id())))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.FORBIDDEN,
                                        "The download address is unknown or expired"));
    }

    /// Removes what was deleted or abandoned, bytes first.
    public void sweep() {
        database.read(tx -> files.abandoned(tx, clock.instant())).stream()
                .filter(file -> !arriving.contains(file.id()))
                .filter(file -> database.write(tx -> files.abandon(tx, file, clock.instant())))
                .forEach(this::discard);
    }

    private int insert(Tx tx, StoredFile file) {
        long used = files.used(tx, file.workspace());
        if (used + file.sizeBytes() > limits.maxTotalBytes()) {
            throw new Refusal(
                    Reason.PAYLOAD_TOO_LARGE,
                    "The files of the workspace hold %d bytes; with %d more they would exceed %d"
                            .formatted(used, file.sizeBytes(), limits.maxTotalBytes()));
        }
        files.insert(tx, file);
        return 1;
    }

    private boolean admits(StoredFile file, String secret) {
        String hash = file.uploadHash();
        Instant expiresAt = file.expiresAt();
        return hash != null
                && expiresAt != null
                && clock.instant().isBefore(expiresAt)
                && Links.same(hash, Links.hash(secret));
    }

    private void store(StoredFile file, InputStream bytes) {
        Blobs.Received came = blobs.write(folder(file), file.id(), file.sizeBytes(), bytes);
        long received = came.bytes();
        if (received != file.sizeBytes()) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    received > file.sizeBytes()
                            ? "More than the announced %d bytes came".formatted(file.sizeBytes())
                            : "%d bytes came and %d were announced"
                                    .formatted(received, file.sizeBytes()));
        }
        if (!database.write(tx -> files.received(tx, file, came.sha256()))) {
            throw new Refusal(Reason.FILE_NOT_FOUND, "File " + file.id() + " is gone");
        }
    }

    private StoredFile complete(Tx tx, Caller.Agent uploader, String id) {
        StoredFile file = find(tx, uploader.workspace(), id);
        requireUploader(file, uploader);
        if (file.uploadHash() != null || !blobs.holds(folder(file), id)) {
            throw new Refusal(
                    Reason.FILE_NOT_UPLOADED,
                    "The bytes of file " + id + " have not come; PUT them to upload_url first");
        }
        if (files.complete(tx, file)) {
            record(tx, file, "file.uploaded");
        }
        return find(tx, uploader.workspace(), id);
    }

    private StoredFile find(ReadTx tx, WorkspaceId workspace, String id) {
        return files.find(tx, id)
                .filter(file -> file.workspace().equals(workspace))
                .orElseThrow(
                        () -> new Refusal(Reason.FILE_NOT_FOUND, "File \"" + id + "\" not found"));
    }

    private void record(Tx tx, StoredFile file, String type) {
        ObjectNode payload = Json.emptyObject();
        payload.putObject("file")
                .put("file_id", file.id())
                .put("filename", file.filename())
                .put("uploaded_by", file.uploadedBy());
        AgentId uploader = AgentId.parse(file.uploaderId());
        ledger.append(
                tx,
                file.workspace(),
                new LedgerEntry(type, null, uploader, file.id(), payload, clock.instant()));
    }

    private void discard(StoredFile file) {
        blobs.remove(folder(file), file.id());
        database.write(
                tx -> {
                    files.remove(tx, file.id());
                    return 1;
                });
    }

    private static void requireUploader(StoredFile file, Caller.Agent agent) {
        if (!file.uploaderId().equals(agent.agent().text())) {
            throw new Refusal(
                    Reason.FORBIDDEN, "File " + file.id() + " was uploaded by another agent");
        }
    }

    private static String folder(StoredFile file) {
        return file.workspace().text();
    }
}
