package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.ingress.WebhookSenders;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.discord.Discord;
import dev.waybill.server.provider.email.EmailProvider;
import dev.waybill.server.provider.email.MailDoor;
import dev.waybill.server.provider.feishu.Feishu;
import dev.waybill.server.provider.github.GitHub;
import dev.waybill.server.provider.matrix.Matrix;
import dev.waybill.server.provider.slack.Slack;
import dev.waybill.server.provider.sms.Sms;
import dev.waybill.server.provider.telegram.Telegram;
import dev.waybill.server.provider.webhook.Declarations;
import dev.waybill.server.provider.webhook.DeclaredProvider;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The providers a server has: those that are built in, and those its operator declared.
record KnownProviders(List<Provider> builtIn, List<DeclaredProvider> declared) {
    KnownProviders {
        builtIn = List.copyOf(builtIn);
        declared = List.copyOf(declared);
    }

    static KnownProviders of(
            Json json, InstantSource clock, MailDoor door, @Nullable Path declarations) {
        List<Provider> builtIn = builtIn(json, clock, door);
        return new KnownProviders(
                builtIn,
                declarations == null
                        ? List.of()
                        : new Declarations(
                                        json,
                                        clock,
                                        System.getenv(),
                                        builtIn.stream()
                                                .map(Provider::name)
                                                .collect(Collectors.toSet()))
                                .read(declarations));
    }

    static List<Provider> builtIn(Json json, InstantSource clock, MailDoor door) {
        return List.of(
                new GitHub(clock),
                new Feishu(json, clock),
                new EmailProvider(door, clock),
                new Slack(json, clock),
                new Sms(json, clock),
                new Matrix(json, clock),
                new Discord(json, clock),
                new Telegram(json, clock),
                new WebhookSenders());
    }

    /// The operator's own credentials by provider: those that were set, and those of what was declared.
    Map<String, Credential> operators(Map<String, Map<String, String>> set) {
        Map<String, Credential> all = new HashMap<>();
        set.forEach((provider, fields) -> all.put(provider, Credential.operators(fields)));
        declared.forEach(one -> all.put(one.name(), one.credential()));
        return all;
    }
}
