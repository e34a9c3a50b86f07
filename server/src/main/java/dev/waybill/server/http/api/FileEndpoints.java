package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.file.FileInfo;
import dev.waybill.protocol.file.NewUpload;
import dev.waybill.protocol.file.Upload;
import dev.waybill.server.config.FilesConfig;
import dev.waybill.server.file.Files;
import dev.waybill.server.file.StoredFile;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;

/// Answers for files.
public final class FileEndpoints {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 100;

    private final Files files;
    private final FilesConfig limits;

    public FileEndpoints(Files files, FilesConfig limits) {
        this.files = files;
        this.limits = limits;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Files",
                Route.post("/v1/files/upload", Access.of(AGENT))
                        .summary(
                                "Announces a file; its bytes are then PUT to the address in the answer.")
                        .takes(NewUpload.class)
                        .answers(201, Upload.class)
                        .to(this::announce),
                Route.put("/v1/files/{id}/content", Access.anyone())
                        .summary("Takes the bytes of an announced file, as many as were announced.")
                        .query("token", "The secret in the upload address; it is good once.")
                        .streams(limits.maxBytes())
                        .fails(
                                ErrorCode.FORBIDDEN,
                                ErrorCode.FILE_NOT_FOUND,
                                ErrorCode.FILE_NOT_UPLOADED)
                        .to(this::receive),
                Route.post("/v1/files/{id}/complete", Access.of(AGENT))
                        .summary("Makes an uploaded file known to the workspace.")
                        .answers(FileInfo.class)
                        .fails(
                                ErrorCode.FORBIDDEN,
                                ErrorCode.FILE_NOT_FOUND,
                                ErrorCode.FILE_NOT_UPLOADED)
                        .to(this::complete),
                Route.get("/v1/files", Access.of(OWNER, AGENT))
                        .summary("Lists the files of the workspace, newest first.")
                        .query("uploaded_by", "Only files of the agent with this name or id.")
                        .query("limit", "How many, 1 to 100; 50 if left out or not a number.")
                        .answers(FileInfo[].class)
                        .to(this::list),
                Route.get("/v1/files/{id}", Access.of(OWNER, AGENT))
                        .summary("Shows a file, with an address to download it from for an hour.")
                        .answers(FileInfo.class)
                        .fails(ErrorCode.FILE_NOT_FOUND)
                        .to(this::show),
                Route.get("/v1/files/{id}/content", Access.anyone())
                        .summary("Gives the bytes of a file to whoever has its download address.")
                        .query("expires", "Until when the address is good, in seconds since 1970.")
                        .query("signature", "What proves that the server gave out the address.")
                        .answersFile()
                        .fails(ErrorCode.FORBIDDEN, ErrorCode.UNAVAILABLE)
                        .to(this::download),
                Route.delete("/v1/files/{id}", Access.of(OWNER, AGENT))
                        .summary("Deletes a file; an agent may delete its own.")
                        .answersNothing()
                        .fails(ErrorCode.FORBIDDEN, ErrorCode.FILE_NOT_FOUND)
                        .to(this::delete));
    }

    Answer announce(Call call) {
        Files.Announced announced = files.announce(Callers.agent(call), call.body(NewUpload.class));
        return Answer.data(
                new Upload(
                        announced.file().id(), call.url(announced.path()), announced.expiresAt()));
    }

    Answer receive(Call call) {
        files.receive(call.path("id"), call.query("token").orElse(""), call.stream());
        return Answer.done();
    }

    Answer complete(Call call) {
        return Answer.data(info(call, files.complete(Callers.agent(call), call.path("id"))));
    }

    Answer list(Call call) {
        return Answer.data(
                files
                        .list(
                                call.caller().workspace(),
                                call.query("uploaded_by").orElse(null),
                                call.query("limit").map(FileEndpoints::limit).orElse(DEFAULT_LIMIT))
                        .stream()
                        .map(file -> info(call, file))
                        .toList());
    }

    Answer show(Call call) {
        return Answer.data(info(call, files.find(call.caller().workspace(), call.path("id"))));
    }

    Answer download(Call call) {
        Files.Download download =
                files.open(
                        call.path("id"),
                        call.query("expires").map(FileEndpoints::seconds).orElse(0L),
                        call.query("signature").orElse(""));
        StoredFile file = download.file();
        return new Answer.File(download.path(), file.contentType(), file.filename());
    }

    Answer delete(Call call) {
        files.delete(call.caller(), call.path("id"));
        return Answer.empty();
    }

    private FileInfo info(Call call, StoredFile file) {
        String path = files.downloadPath(file);
        return new FileInfo(
                file.id(),
                file.filename(),
                file.contentType(),
                file.sizeBytes(),
                file.status(),
                path == null ? null : call.url(path),
                file.uploadedBy(),
                file.createdAt());
    }

    private static int limit(String text) {
        return text.matches("\\d{1,9}")
                ? Math.clamp(Long.parseLong(text), 1, MAX_LIMIT)
                : DEFAULT_LIMIT;
    }

    private static long seconds(String text) {
        return text.matches("\\d{1,12}") ? Long.parseLong(text) : 0;
    }
}
