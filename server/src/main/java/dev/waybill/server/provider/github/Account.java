package dev.waybill.server.provider.github;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.ProviderFault;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Who a credential is to GitHub, and which GitHub that is.
///
/// @param marked whether what is written is marked with its delivery
/// @param fingerprint the same for the same content, whatever the credential is called
record Account(URI base, Holder holder, boolean marked, String fingerprint) {
    static final List<String> FIELDS =
            List.of("base-url", "token", "app-id", "installation-id", "private-key");

    private static final String PUBLIC = "https://api.github.com";
    private static final Set<String> OFF = Set.of("off", "false", "no", "0");

    /// A person or a machine with a token, or an App that gets tokens for where it is installed.
    sealed interface Holder {
        record Bearer(String token) implements Holder {
            @Override
            public String toString() {
                return "Bearer";
            }
        }

        record App(String id, String installation, String key) implements Holder {
            @Override
            public String toString() {
                return "App[" + id + ", " + installation + "]";
            }
        }
    }

    /// Ends the job if the credential cannot be used.
    static Account of(Credential credential) {
        return new Account(
                base(credential),
                holder(credential),
                !OFF.contains(credential.field("marker", "on").strip().toLowerCase(Locale.ROOT)),
                fingerprint(credential));
    }

    /// Where its API is.
    static URI base(Credential credential) {
        String text = credential.field("base-url", PUBLIC).strip();
        try {
            URI uri = TargetGuard.parse(text.replaceFirst("/+$", ""));
            if (uri.getRawQuery() == null && uri.getRawFragment() == null) {
                return uri;
            }
            throw unusable("base-url has more than a path");
        } catch (RefusedTarget e) {
            throw unusable("base-url " + e.words());
        }
    }

    private static Holder holder(Credential credential) {
        String token = credential.field("token", "").strip();
        if (!token.isEmpty()) {
            return new Holder.Bearer(shaped("token", token, "[!-~]+"));
        }
        String app = credential.field("app-id", "").strip();
        String installation = credential.field("installation-id", "").strip();
        String key = credential.field("private-key", "").strip();
        if (app.isEmpty() || installation.isEmpty() || key.isEmpty()) {
            throw unusable("there is neither token nor app-id, installation-id and private-key");
        }
        return new Holder.App(
                shaped("app-id", app, "[A-Za-z0-9._-]{1,100}"),
                shaped("installation-id", installation, "[0-9]{1,18}"),
                key);
    }

    private static String shaped(String field, String value, String form) {
        if (!value.matches(form)) {
            throw unusable(field + " has characters that it cannot have");
        }
        return value;
    }

    static Settled unusable(String why) {
        return Settled.refused(
                ProviderFault.AUTH, "the credential for GitHub cannot be used: " + why);
    }

    private static String fingerprint(Credential credential) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String field : FIELDS) {
                byte[] value = credential.field(field, "").getBytes(UTF_8);
                digest.update((value.length + ":").getBytes(UTF_8));
                digest.update(value);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
