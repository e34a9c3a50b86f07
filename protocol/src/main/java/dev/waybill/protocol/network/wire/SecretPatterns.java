package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.text.Stems;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a secret looks like in text, and what the fields are called that hold one. Each pattern reads a text once from
/// front to back, whatever is in it.
final class SecretPatterns {
    static final String STRUCK = "[REDACTED]";

    private static final String SPACE = "[\\t\\n\\f\\r ]";
    private static final String KEY =
            "(?:api[-_]?key|(?:access|refresh|mcp[-_]?auth|claim|lease|bot)[-_]?token|oauth[-_]?code"
                    + "|authorization[-_]?code|(?:oauth[-_]?)?client[-_]?secret|webhook[-_]?secret"
                    + "|(?:code|pkce)[-_]?verifier|secret[-_]?binding|token|secret|password"
                    + "|(?:proxy[-_])?authorization)";
    private static final String VALUE = "(?:\"[^\"]*+\"|'[^']*+'|[^\\t\\n\\f\\r ,;]++)";

    /// One after the other: a claim, a bearer, a quoted pair, a pair.
    private static final Pattern SECRET =
            Pattern.compile(
                    "agh_claim_[A-Za-z0-9_-]++"
                            + "|(?i:\\bBearer"
                            + SPACE
                            + "++[A-Za-z0-9._~+/=-]++)"
                            + "|(?i:\""
                            + KEY
                            + "\""
                            + SPACE
                            + "*+:"
                            + SPACE
                            + "*+\"[^\"]*+\")"
                            + "|(?i:\\b"
                            + KEY
                            + "\\b"
                            + SPACE
                            + "*+[=:]"
                            + SPACE
                            + "*+"
                            + VALUE
                            + ")");

    /// No secret is without one of these.
    private static final Stems STEMS =
            new Stems(
                    "agh_claim_",
                    "bearer",
                    "key",
                    "token",
                    "code",
                    "secret",
                    "verifier",
                    "password",
                    "authorization");

    private static final Set<String> NAMES =
            Set.of(
                    "apikey",
                    "accesstoken",
                    "refreshtoken",
                    "mcpauthtoken",
                    "oauthcode",
                    "authorizationcode",
                    "codeverifier",
                    "pkceverifier",
                    "secretbinding",
                    "clientsecret",
                    "authorization",
                    "password",
                    "secret",
                    "token",
                    "claimtoken");
    private static final int LONGEST_NAME = 64;

    private SecretPatterns() {}

    static boolean in(String text) {
        if (!STEMS.in(text)) {
            return false;
        }
        Matcher found = SECRET.matcher(text);
        while (found.find()) {
            if (!found.group().contains(STRUCK)) {
                return true;
            }
        }
        return false;
    }

    static String struckOut(String text) {
        return SECRET.matcher(text)
                .replaceAll(
                        found ->
                                Matcher.quoteReplacement(
                                        found.group().contains(STRUCK) ? found.group() : STRUCK));
    }

    static boolean names(String key) {
        if (key.length() > LONGEST_NAME) {
            return false;
        }
        String plain = key.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
        return !plain.contains("hash") && NAMES.contains(plain);
    }
}
