package dev.waybill.cli.remote;

import dev.waybill.cli.client.Api;
import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.text.Plain;
import dev.waybill.protocol.json.Json;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// One run of a command: what it was given, whom it may ask, and where its answer goes.
public record Session(Terminal terminal, Given given, Access access) {

    public static Session of(Terminal terminal, Given given) {
        return new Session(terminal, given, new Access(given, terminal));
    }

    public JsonNode asOwner(Request request) {
        return as(access.owner(), request);
    }

    public JsonNode asAgent(Request request) {
        return as(access.agent(), request);
    }

    /// As the agent if there is one, else as the workspace.
    public JsonNode asMember(Request request) {
        return as(access.agentOrOwner(), request);
    }

    /// As the workspace if its key is there, else as the agent.
    public JsonNode asReader(Request request) {
        return as(access.ownerOrAgent(), request);
    }

    /// As [#asReader], of a route that has no envelope.
    public JsonNode plainAsReader(Request request) {
        return new Api(access.url(), Optional.of(access.ownerOrAgent())).plain(request);
    }

    /// As [#asReader], for part of a list; where it goes on is said beside the answer.
    public JsonNode pageAsReader(Request request, String option) {
        return page(access.ownerOrAgent(), request, option);
    }

    /// The same as [#asMember].
    public JsonNode pageAsMember(Request request, String option) {
        return page(access.agentOrOwner(), request, option);
    }

    private JsonNode page(Credential credential, Request request, String option) {
        Api.Page page = new Api(access.url(), Optional.of(credential)).page(request);
        page.next()
                .ifPresent(
                        next ->
                                note(
                                        "there is more; go on with "
                                                + option
                                                + " "
                                                + Plain.line(next)));
        return page.data();
    }

    /// As [#asReader], for an answer that comes line by line.
    public void lines(Request request, Consumer<String> each) {
        new Api(access.url(), Optional.of(access.ownerOrAgent())).lines(request, each);
    }

    /// As [#asMember], for an answer without an envelope.
    public Api.Bare bareAsMember(Request request) {
        return new Api(access.url(), Optional.of(access.agentOrOwner())).bare(request);
    }

    /// As [#asReader], for an answer without an envelope.
    public Api.Bare bareAsReader(Request request) {
        return new Api(access.url(), Optional.of(access.ownerOrAgent())).bare(request);
    }

    private JsonNode as(Credential credential, Request request) {
        return new Api(access.url(), Optional.of(credential)).ask(request);
    }

    /// The answer as it came, or as text.
    public void show(JsonNode data, Function<JsonNode, String> text) {
        if (given.json()) {
            terminal.printJson(data.isMissingNode() ? Json.emptyObject() : data);
        } else {
            terminal.print(text.apply(data));
        }
    }

    public void show(JsonNode data, String sentence) {
        show(data, _ -> sentence);
    }

    /// What is worth knowing beside the answer.
    public void note(String text) {
        terminal.err().println("waybill: " + text);
    }

    public Optional<String> value(String option) {
        return given.value(option);
    }

    /// Without the sign that people put before the name of a channel.
    public String channel() {
        return channel(given.word("channel"));
    }

    public static String channel(String word) {
        return word.startsWith("#") ? word.substring(1) : word;
    }

    /// Without the sign that people put before the name of an agent.
    public String agent() {
        String word = given.word("agent");
        return word.startsWith("@") ? word.substring(1) : word;
    }

    public static CommandFailure misused(String reason) {
        return new CommandFailure(ExitCode.USAGE, reason);
    }
}
