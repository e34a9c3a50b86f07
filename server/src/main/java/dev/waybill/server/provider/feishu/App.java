package dev.waybill.server.provider.feishu;

import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Urls;
import java.util.List;
import java.util.Optional;

/// The app in whose name messages are sent, and where it is registered.
record App(String base, String id, String secret) {
    private static final String ROOT = "/open-apis";

    static final List<CredentialField> FIELDS =
            List.of(
                    CredentialField.required("app-id", "the id of the app, such as cli_a1b2"),
                    CredentialField.secret("app-secret", "the secret of the app"),
                    CredentialField.optional(
                            "region", "feishu (the default) or lark, for its international sister"),
                    CredentialField.optional(
                            "base-url",
                            "another address of the open platform, with or without /open-apis"),
                    CredentialField.optionalSecret(
                            "encrypt-key", "what the events that come here are encrypted with"),
                    CredentialField.optionalSecret(
                            "verification-token", "what the events that come here carry"));

    static Optional<App> of(Credential credential) {
        String region = credential.field("region", "feishu");
        String home =
                region.equals("lark") ? "https://open.larksuite.com" : "https://open.feishu.cn";
        String base = Urls.base(credential.field("base-url", home), ROOT);
        return credential
                .field("app-id")
                .flatMap(
                        id ->
                                credential
                                        .field("app-secret")
                                        .map(secret -> new App(base, id, secret)));
    }

    /// Shows no secret.
    @Override
    public String toString() {
        return "App[" + id + " at " + base + "]";
    }
}
