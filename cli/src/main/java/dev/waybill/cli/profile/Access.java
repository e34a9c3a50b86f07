package dev.waybill.cli.profile;

import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.ServerAddress;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.server.Keys;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;

/// Which server a command goes to and on whose behalf: what the options say, else the environment, else the profile in
/// use, else the keys that the first start of a server in this folder left.
///
/// A secret goes only where it belongs: those of a profile to the server of that profile, those of the folder to this
/// machine.
public final class Access {
    public static final String PROFILE = "--profile";
    public static final String URL = "--url";
    public static final String KEY = "--key";
    public static final String TOKEN = "--token";
    public static final String AS = "--as";

    private static final String DEFAULT_PROFILE = "default";
    private static final String ADMIN_TOKEN = "WAYBILL_ACCESS_ADMIN_TOKEN";

    private final Given given;
    private final Terminal terminal;
    private final Profiles profiles;
    private final ProfileBook book;
    private final URI url;

    public Access(Given given, Terminal terminal) {
        this.given = given;
        this.terminal = terminal;
        this.profiles = Profiles.of(terminal);
        this.book = profiles.read();
        this.url =
                given.value(URL)
                        .or(() -> terminal.variable("WAYBILL_URL"))
                        .map(ServerAddress::parse)
                        .or(() -> book.find(profileName()).map(Profile::url))
                        .orElseGet(() -> LocalServer.of(terminal).url());
    }

    public static void addOptions(CommandSpec spec) {
        spec.addOption(
                Options.text(URL, "url", "The server; else WAYBILL_URL, else of the profile."));
        spec.addOption(Options.text(PROFILE, "name", "The profile to use; else WAYBILL_PROFILE."));
        spec.addOption(
                Options.text(
                        KEY, "key", "The workspace key; else WAYBILL_KEY, else of the profile."));
        spec.addOption(
                Options.text(
                        TOKEN, "token", "The token of an agent or observer; else WAYBILL_TOKEN."));
        spec.addOption(
                Options.text(AS, "agent", "Act as this agent, whose token the profile keeps."));
    }

    public URI url() {
        return url;
    }

    public Profiles profiles() {
        return profiles;
    }

    /// What the profile in use is called, or would be.
    public String profileName() {
        return namedProfile().or(() -> Optional.ofNullable(book.current())).orElse(DEFAULT_PROFILE);
    }

    private Optional<String> namedProfile() {
        return given.value(PROFILE).or(() -> terminal.variable("WAYBILL_PROFILE"));
    }

    /// Speaks for the workspace.
    public Credential owner() {
        return findOwner()
                .orElseThrow(
                        () ->
                                missing(
                                        "no workspace key for "
                                                + url
                                                + ": give --key or WAYBILL_KEY, keep one with 'waybill workspace add', or make a workspace with 'waybill workspace create'"));
    }

    /// May make workspaces. A server beyond this machine may want its admin token for that.
    public Optional<Credential> founder() {
        return option(TOKEN).or(() -> variable(ADMIN_TOKEN));
    }

    /// Speaks for one agent.
    public Credential agent() {
        return findAgent()
                .orElseThrow(
                        () ->
                                missing(
                                        "no agent to act as at "
                                                + url
                                                + ": give --token or WAYBILL_TOKEN, or register one with 'waybill agent register'"));
    }

    /// Speaks for the agent where there is one, unless a workspace key was given outright.
    public Credential agentOrOwner() {
        return given.has(KEY) ? owner() : findAgent().orElseGet(this::owner);
    }

    /// Speaks for the workspace where that is possible, unless an agent was given outright.
    public Credential ownerOrAgent() {
        return given.has(AS) ? agent() : findOwner().orElseGet(this::agent);
    }

    private Optional<Credential> findOwner() {
        return option(KEY)
                .or(() -> option(TOKEN))
                .or(() -> variable("WAYBILL_KEY"))
                .or(() -> neededProfile().flatMap(this::keyOf))
                .or(() -> local(Keys::workspaceKey, "the workspace key"))
                .or(() -> variable("WAYBILL_TOKEN"));
    }

    private Optional<Credential> findAgent() {
        if (given.has(TOKEN)) {
            return option(TOKEN);
        }
        if (given.has(AS)) {
            return Optional.of(tokenOf(given.value(AS).orElseThrow()));
        }
        return variable("WAYBILL_TOKEN")
                .or(
                        () ->
                                neededProfile()
                                        .flatMap(it -> Optional.ofNullable(it.agent()))
                                        .map(this::tokenOf))
                .or(() -> local(Keys::agentToken, "the token of the first agent"));
    }

    private Optional<Credential> option(String name) {
        return given.value(name).map(secret -> new Credential(secret, name));
    }

    private Optional<Credential> variable(String name) {
        return terminal.variable(name).map(secret -> new Credential(secret, name));
    }

    private Optional<Credential> keyOf(Profile profile) {
        return Optional.ofNullable(profile.workspaceKey())
                .map(key -> new Credential(key, "the key of profile " + profileName()));
    }

    private Credential tokenOf(String agent) {
        return kept(agent)
                .orElseThrow(
                        () ->
                                missing(
                                        "no token of agent "
                                                + agent
                                                + " is kept for "
                                                + url
                                                + ": register it with 'waybill agent register "
                                                + agent
                                                + "', or get a new one with 'waybill agent rotate "
                                                + agent
                                                + "'"));
    }

    /// The token of an agent, if one is kept for this server.
    public Optional<Credential> kept(String agent) {
        return neededProfile()
                .flatMap(it -> Optional.ofNullable(it.agents().get(agent)))
                .map(
                        token ->
                                new Credential(
                                        token,
                                        "the token of " + agent + " in profile " + profileName()))
                .or(
                        () ->
                                localKeys()
                                        .filter(keys -> keys.agent().equals(agent))
                                        .flatMap(
                                                _ ->
                                                        local(
                                                                Keys::agentToken,
                                                                "the token of " + agent)));
    }

    /// The profile in use, if it is one for this server.
    public Optional<Profile> profile() {
        return book.find(profileName()).filter(profile -> profile.url().equals(url));
    }

    private Optional<Profile> neededProfile() {
        if (namedProfile().isPresent() && book.find(profileName()).isEmpty()) {
            throw missing(
                    "there is no profile '"
                            + profileName()
                            + "'; 'waybill workspace list' shows those there are");
        }
        return profile();
    }

    private Optional<Credential> local(Function<Keys, String> secret, String name) {
        return localKeys()
                .map(
                        keys ->
                                new Credential(
                                        secret.apply(keys),
                                        name + " in " + LocalServer.of(terminal).keysFile()));
    }

    private Optional<Keys> localKeys() {
        return namedProfile().isEmpty() && profile().isEmpty() && ServerAddress.isThisMachine(url)
                ? LocalServer.of(terminal).keys()
                : Optional.empty();
    }

    /// Changes the profile in use, which is made first if there is none. False, and nothing is changed, when that one is
    /// of another server or workspace.
    public boolean keep(UnaryOperator<Profile> change) {
        boolean other =
                book.find(profileName()).isPresent()
                        && profile().filter(this::isOfGivenKey).isEmpty();
        if (!other) {
            String name = profileName();
            profiles.change(
                    latest ->
                            latest.with(
                                    name, change.apply(latest.find(name).orElseGet(this::begun))));
        }
        return !other;
    }

    private boolean isOfGivenKey(Profile profile) {
        return givenKey().stream().allMatch(key -> key.equals(profile.workspaceKey()));
    }

    /// What is known of a server that has no profile yet.
    private Profile begun() {
        Profile begun = Profile.at(url).withWorkspace(null, knownKey().orElse(null));
        return localKeys()
                .filter(keys -> keys.workspaceKey().equals(begun.workspaceKey()))
                .map(
                        keys ->
                                begun.withWorkspace(keys.workspace(), keys.workspaceKey())
                                        .withAgent(keys.agent(), keys.agentToken()))
                .orElse(begun);
    }

    private Optional<String> knownKey() {
        return givenKey().or(() -> localKeys().map(Keys::workspaceKey));
    }

    private Optional<String> givenKey() {
        return given.value(KEY).or(() -> terminal.variable("WAYBILL_KEY"));
    }

    private static CommandFailure missing(String what) {
        return new CommandFailure(ExitCode.FAILURE, what);
    }
}
