package dev.waybill.server.redact;

import com.google.re2j.Pattern;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The secrets that are recognised without being told, by their form or by what stands before them.
///
/// Where a pattern has a group, the group alone is the secret. A pattern is tried only on texts that hold one of its
/// hints.
public enum KnownSecret {
    AWS_KEY("aws-key", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}", "AKIA", "ASIA", "ABIA", "ACCA"),
    GITHUB_TOKEN(
            "github-token",
            "gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}",
            "ghp_",
            "gho_",
            "ghu_",
            "ghs_",
            "ghr_",
            "github_pat_"),
    GITLAB_TOKEN(
            "gitlab-token",
            "gl(?:pat|ptt|dt|rt|cbt|agent|soat|imt)-[A-Za-z0-9_-]{20,}",
            "glpat-",
            "glptt-",
            "gldt-",
            "glrt-",
            "glcbt-",
            "glagent-",
            "glsoat-",
            "glimt-"),
    ANTHROPIC_KEY("anthropic-key", "sk-ant-[A-Za-z0-9_-]{16,}", "sk-ant-"),
    OPENAI_KEY(
            "openai-key",
            "(?:^|[^A-Za-z0-9_/+-]|\\\\[nrt])(sk-[A-Za-z0-9_-]{20,})",
            Likeness::mixed,
            "sk-"),
    SLACK_TOKEN(
            "slack-token",
            "xox[a-z]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,}|hooks\\.slack\\.com/(?:services|workflows)/([A-Za-z0-9/_]{20,})",
            "xox",
            "xapp-",
            "hooks.slack.com"),
    GOOGLE_KEY(
            "google-key",
            "AIza[0-9A-Za-z_-]{35}|ya29\\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{20,}",
            "AIza",
            "ya29.",
            "GOCSPX-"),
    WAYBILL_TOKEN("waybill-token", "(?:rk|at|nt|ot|wh)_live_[A-Za-z0-9]{16,}", "_live_"),
    VENDOR_KEY(
            "vendor-key",
            "[sr]k_(?:live|test)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z+/=]{20,}|npm_[0-9A-Za-z]{36}|pypi-[0-9A-Za-z_-]{50,}"
                    + "|hf_[0-9A-Za-z]{30,}|SG\\.[0-9A-Za-z_-]{20,}\\.[0-9A-Za-z_-]{40,}|do[opr]_v1_[0-9a-f]{64}"
                    + "|dckr_pat_[0-9A-Za-z_-]{20,}|hv[sb]\\.[0-9A-Za-z_-]{24,}"
                    + "|discord(?:app)?\\.com/api/webhooks/[0-9]+/([0-9A-Za-z_-]{20,})",
            "k_live_",
            "k_test_",
            "whsec_",
            "npm_",
            "pypi-",
            "hf_",
            "SG.",
            "_v1_",
            "dckr_pat_",
            "hvs.",
            "hvb.",
            "/api/webhooks/"),
    JWT(
            "jwt",
            "eyJ[A-Za-z0-9_-]{8,}\\.(?:eyJ[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]*|[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+)",
            "eyJ"),
    /// Also where its end is missing.
    PRIVATE_KEY(
            "private-key",
            "-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-[^-])*(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)?",
            "PRIVATE KEY"),
    AUTHORIZATION(
            "authorization",
            "(?i)authorization\\\\?[\"']?\\s*[:=]\\s*\\\\?[\"']?(?:[a-z][a-z0-9-]*[ \\t]+)?([^\\s\"'\\\\,;$<{*\\[]{6,})",
            Likeness::noScheme,
            "uthorization",
            "UTHORIZATION"),
    BEARER(
            "bearer",
            "(?i)bearer[ \\t]+([a-z0-9._~+/=-]{12,})",
            Likeness::lettersAndDigits,
            "earer",
            "EARER"),
    BASIC(
            "basic",
            "(?i)basic[ \\t]+([a-z0-9+/]{6,}={0,2})",
            Likeness::userAndPassword,
            "asic",
            "ASIC"),
    COOKIE(
            "cookie",
            "(?i)(?:^|[^a-z0-9])(?:set-)?cookie:[ \\t]*([^\\s\"'\\\\=;]+=[^\\r\\n\"'\\\\]*)",
            "ookie:",
            "OOKIE:"),
    URL_PASSWORD(
            "url-password",
            "[A-Za-z][A-Za-z0-9+.-]*://[^\\s/?#@:\"'<>`\\[]*:([^\\s/?#@\"'<>`]+)@",
            Likeness::noPlaceholder,
            "://"),
    URL_TOKEN(
            "url-token",
            "https?://([A-Za-z0-9_-]{16,})(?::x-oauth-basic)?@",
            Likeness::lettersAndDigits,
            "://"),
    /// `--password hunter2`, and `curl -u user:password`.
    OPTION(
            "option",
            "(?i)(?:^|[\\s\"'])--?(?:[a-z0-9]+-)*(?:password|passphrase|passwd|secret|token|api-?key|access-?key|private-?key) \\\\?[\"']?([^\\s\"'\\\\-][^\\s\"'\\\\]{3,})",
            Likeness::noPlaceholder,
            "--",
            "-p",
            "-t"),
    LOGIN(
            "login",
            "(?:^|\\s)(?:-u|--user)[ =]?\\\\?[\"']?[^\\s:\"'\\\\=-][^\\s:\"'\\\\=]*:([^\\s\"'\\\\/]{3,})",
            Likeness::someLetter,
            "-u",
            "--user"),
    /// `DB_PASSWORD=hunter2`, `"api_key": "…"`, `password: hunter2`.
    ASSIGNMENT("assignment"),
    /// The values of a JSON object under names such as `password` or `api_key`.
    NAMED_VALUE("named-value");

    private final String word;

    @SuppressWarnings("ImmutableEnumChecker") // a compiled pattern does not change
    private final Optional<SecretPattern> pattern;

    KnownSecret(String word, String regex, String... hints) {
        this(word, regex, _ -> true, hints);
    }

    KnownSecret(String word, String regex, Predicate<String> check, String... hints) {
        this.word = word;
        this.pattern =
                Optional.of(new SecretPattern(word, Pattern.compile(regex), check, List.of(hints)));
    }

    KnownSecret(String word) {
        this.word = word;
        this.pattern = Optional.empty();
    }

    public static Optional<KnownSecret> of(String word) {
        return Arrays.stream(values()).filter(known -> known.word.equals(word)).findFirst();
    }

    /// What it is called in the configuration and in the place of the secret.
    public String word() {
        return word;
    }

    /// Empty for those that no pattern can tell.
    Optional<SecretPattern> pattern() {
        return pattern;
    }
}
