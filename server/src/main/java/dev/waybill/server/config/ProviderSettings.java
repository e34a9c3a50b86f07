package dev.waybill.server.config;

import dev.waybill.server.policy.OutboundRule;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The part of the table that is about providers: the fields of the operator's own credentials, and who may use them.
public final class ProviderSettings {
    static final Setting<String> KEY =
            Setting.of(
                    "providers.key",
                    Kind.secretLike("[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=", "32 bytes in base64"),
                    config -> config.providers().key(),
                    "What the credentials of workspaces are sealed with; without it a key in the data folder is made and used. Servers that share a database need the same.");
    static final Setting<Path> DECLARATIONS =
            Setting.of(
                    "providers.declarations",
                    Kind.path(),
                    config -> config.providers().declarations(),
                    "A JSON file that declares providers of one's own, which are called by signed webhooks.");
    static final Setting<Boolean> APPROVE_DESTRUCTIVE =
            Setting.of(
                    "providers.approve-destructive",
                    Kind.truth(),
                    config -> config.providers().approveDestructive(),
                    "Whether what cannot be taken back, such as a merge, waits for the owner's word when an agent asks for it and no rule says otherwise.");
    static final Setting<List<String>> RULES =
            Setting.of(
                    "providers.rules",
                    Kind.lines("rules, one on each line: " + OutboundRule.FORM),
                    config -> config.providers().rules(),
                    "Which agents may use which operations on which targets, and what waits for whose word; the first rule that concerns a call decides.");

    static final Setting<String> WORKSPACES =
            Setting.of(
                    "providers.workspaces",
                    Kind.like(
                            "all|first|none|[0-9]+(\\s*,\\s*[0-9]+)*",
                            "all, first, none, or ids of workspaces with commas between them"),
                    config -> config.providers().workspaces(),
                    "Which workspaces may use the operator's own credentials and the providers declared here. Left out, all may; but only the first where anyone may create workspaces by access.open-workspaces.");

    private static final List<ProviderField> FIELDS =
            List.of(
                    ProviderField.secret("github", "token", "A token to use GitHub with."),
                    ProviderField.plain(
                            "github", "base-url", "The API, where it is not api.github.com."),
                    ProviderField.plain("github", "app-id", "The id of a GitHub App."),
                    ProviderField.secret(
                            "github", "private-key", "The private key of the App, as PEM."),
                    ProviderField.plain(
                            "github", "installation-id", "The installation of the App."),
                    ProviderField.secret(
                            "github", "webhook-secret", "What GitHub signs its webhooks with."),
                    ProviderField.plain(
                            "github",
                            "marker",
                            "off, to leave out the invisible mark by which a comment of ours is found again."),
                    ProviderField.plain("feishu", "app-id", "The id of a Feishu or Lark app."),
                    ProviderField.secret("feishu", "app-secret", "The secret of the app."),
                    ProviderField.plain("feishu", "region", "feishu or lark."),
                    ProviderField.plain("feishu", "base-url", "The API, where it is another."),
                    ProviderField.secret(
                            "feishu", "encrypt-key", "What events are encrypted and signed with."),
                    ProviderField.secret(
                            "feishu", "verification-token", "What events carry to be believed."),
                    ProviderField.secret("slack", "token", "A bot token to use Slack with."),
                    ProviderField.plain("slack", "base-url", "The API, where it is another."),
                    ProviderField.secret("slack", "webhook-url", "An incoming webhook of Slack."),
                    ProviderField.plain("sms", "account-sid", "The account of the SMS service."),
                    ProviderField.secret("sms", "auth-token", "The token of the account."),
                    ProviderField.plain("sms", "from", "The number messages come from."),
                    ProviderField.plain(
                            "sms", "messaging-service-sid", "The service messages come from."),
                    ProviderField.plain("sms", "base-url", "The API, where it is not Twilio's."),
                    ProviderField.plain(
                            "sms",
                            "status-url",
                            "Where this server's /ingress/sms is reached from outside."),
                    ProviderField.plain("matrix", "base-url", "The Matrix homeserver."),
                    ProviderField.secret(
                            "matrix", "access-token", "An access token of the homeserver."),
                    ProviderField.secret(
                            "discord", "webhook-token", "The token of a webhook of Discord."),
                    ProviderField.plain("discord", "base-url", "The API, where it is another."),
                    ProviderField.secret("telegram", "token", "The token of a Telegram bot."),
                    ProviderField.plain("telegram", "base-url", "The API, where it is another."),
                    ProviderField.secret(
                            "webhook", "secret", "What programs sign the events they post with."),
                    ProviderField.plain("email", "host", "The server mail is handed to."),
                    ProviderField.plain("email", "port", "Its port."),
                    ProviderField.plain("email", "security", "starttls, tls or none."),
                    ProviderField.plain("email", "username", "Who signs in there."),
                    ProviderField.secret("email", "password", "The password."),
                    ProviderField.plain("email", "from", "The address mail comes from."),
                    ProviderField.plain("email", "reply-to", "The address answers go to."),
                    ProviderField.secret(
                            "email",
                            "tls-ca",
                            "The certificates that sign those servers' own, PEM."),
                    ProviderField.plain("email", "imap-host", "The server mail is read from."),
                    ProviderField.plain("email", "imap-port", "Its port."),
                    ProviderField.plain("email", "imap-security", "starttls, tls or none."),
                    ProviderField.plain("email", "imap-username", "Who signs in there."),
                    ProviderField.secret("email", "imap-password", "The password."),
                    ProviderField.plain("email", "imap-folder", "The folder that is read."));

    static final List<Setting<?>> ALL =
            Stream.concat(
                            Stream.<Setting<?>>of(
                                    KEY, DECLARATIONS, APPROVE_DESTRUCTIVE, RULES, WORKSPACES),
                            FIELDS.stream().map(ProviderField::setting))
                    .toList();

    private ProviderSettings() {}

    /// Takes what was given for each field.
    static Map<String, Map<String, String>> credentials(ProviderField.Given given) {
        Map<String, Map<String, String>> found = new HashMap<>();
        for (ProviderField field : FIELDS) {
            String value = given.of(field.setting());
            if (value != null) {
                found.computeIfAbsent(field.provider(), _ -> new HashMap<>())
                        .put(field.name(), value);
            }
        }
        return found;
    }
}
