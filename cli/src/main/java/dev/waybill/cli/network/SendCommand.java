package dev.waybill.cli.network;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.Document;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/// `waybill network send`: one envelope on its way.
record SendCommand(Terminal terminal, InstantSource clock) implements Command {
    static final String TEXT = "--text";
    static final String BODY = "--body";
    static final String SURFACE = "--surface";
    static final String THREAD = "--thread";
    static final String DIRECT = "--direct";
    static final String TO = "--to";

    private static final String EXPIRES_AT = "--expires-at";
    private static final String EXT = "--ext";

    @Override
    public String name() {
        return "send";
    }

    @Override
    public String summary() {
        return "Send a message to the peers of a channel, or to one of them.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill network send --channel builders --thread thread_release --text 'Who can check it?'",
                "waybill network send --surface direct --to bob.sess-1 --work work_7 --text 'Please check it.'",
                "waybill network send --kind receipt --surface direct --to bob.sess-1 --work w7 --body @it.json",
                "waybill network send --kind trace --surface direct --to bob.sess-1 --work w7 --body @trace.json");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        text(
                spec,
                Routes.SESSION,
                "session",
                "Who speaks; may be left out where there is one session only.");
        text(spec, Routes.CHANNEL, "channel", "Where; that of the session if left out.");
        text(
                spec,
                Routes.KIND,
                "kind",
                "say, direct, capability, receipt, trace or whois; say where --text is given.");
        text(spec, BODY, "json", "The body: JSON, @file, or - for standard input.");
        text(spec, TEXT, "text", "The words of a say, instead of --body; - reads standard input.");
        text(spec, SURFACE, "surface", "thread or direct; follows from --thread and --direct.");
        text(spec, THREAD, "thread", "The thread; a new name begins one.");
        text(
                spec,
                DIRECT,
                "direct",
                "The direct room; follows from --to where --surface is direct.");
        text(spec, TO, "peer", "The one peer it is for.");
        text(
                spec,
                Routes.WORK,
                "work",
                "The work it belongs to; a new name with --to begins some.");
        text(spec, "--reply-to", "id", "The message it answers.");
        text(
                spec,
                "--trace-id",
                "id",
                "What it belongs to at large; keep that of what you answer.");
        text(spec, "--causation-id", "id", "The message that caused it.");
        text(
                spec,
                EXPIRES_AT,
                "time",
                "When it is no longer good: seconds since 1970, such as 2027-01-01T08:00:00Z, or 10m from now.");
        text(spec, "--id", "id", "Its id; the same message with the same id is sent once.");
        text(spec, EXT, "json", "Extensions: an object of JSON, @file, or -.");
        Access.addOptions(spec);
    }

    private static void text(CommandSpec spec, String name, String label, String description) {
        spec.addOption(Options.text(name, label, description));
    }

    @Override
    public ExitCode run(Given given) {
        Session session = Session.of(terminal, given);
        Wording wording = new Wording(session, new Document(terminal));
        String kind = wording.kind();
        Optional<String> surface = wording.surface(kind);
        JsonNode words = wording.body(kind);
        Optional<String> channel = session.value(Routes.CHANNEL).map(Session::channel);
        Body body =
                Body.of("session_id", OwnSession.id(session, channel))
                        .with("channel", channel)
                        .with("kind", Optional.of(kind));
        body.json().set("body", words);
        body.with("surface", surface)
                .with("thread_id", session.value(THREAD))
                .with("direct_id", session.value(DIRECT))
                .with("to", session.value(TO))
                .with("work_id", session.value(Routes.WORK))
                .with("reply_to", session.value("--reply-to"))
                .with("trace_id", session.value("--trace-id"))
                .with("causation_id", session.value("--causation-id"));
        session.value(EXPIRES_AT)
                .ifPresent(
                        time ->
                                body.json()
                                        .put(
                                                "expires_at",
                                                new Moments(clock)
                                                        .future(EXPIRES_AT, time)
                                                        .getEpochSecond()));
        body.with("id", session.value("--id"));
        wording.extensions(EXT).ifPresent(ext -> body.json().set("ext", ext));
        Request request = Routes.post("send").body(body.document());
        JsonNode sent =
                given.has(Routes.SESSION) ? session.asReader(request) : session.asMember(request);
        session.show(sent, SendCommand::text);
        return ExitCode.OK;
    }

    private static String text(JsonNode sent) {
        return "%s %s is on its way to %s in channel %s, in %s%s"
                .formatted(
                        Plain.field(sent, "kind"),
                        Plain.field(sent, "id"),
                        sent.path("to").isString() ? Plain.field(sent, "to") : "everyone",
                        Plain.field(sent, "channel"),
                        place(sent),
                        sent.path("work_id").isString()
                                ? ", for work " + Plain.field(sent, "work_id")
                                : "");
    }

    private static String place(JsonNode sent) {
        if (sent.path("thread_id").isString()) {
            return Plain.field(sent, "thread_id");
        }
        return sent.path("direct_id").isString() ? Plain.field(sent, "direct_id") : "no thread";
    }
}
