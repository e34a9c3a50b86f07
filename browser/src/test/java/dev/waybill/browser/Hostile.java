package dev.waybill.browser;

import java.util.List;

/// What somebody might write who wants more than to be read.
final class Hostile {
    /// Each would set `pwned` if it ever became more than text; or hide, turn around or cover what is near it.
    static final List<String> CORPUS =
            List.of(
                    "<script>window.pwned=1</script>",
                    "<img src=x onerror='window.pwned=1'>",
                    "\"><svg onload=window.pwned=1>",
                    "' onmouseover='window.pwned=1' x='",
                    "'-window.pwned=1-'",
                    "javascript:window.pwned=1",
                    "<a href=\"javascript:window.pwned=1\">Approve</a>",
                    "<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
                    "<style>*{display:none}</style><pwned>",
                    "</textarea></pre><h1>Sign in</h1><input type=password id=pwned>",
                    "<form action=//pwned><button>Sign out</button></form>",
                    "${window.pwned=1}{{window.pwned=1}}<?lit$pwned$?>",
                    "<!--<img src=\"--><img src=x onerror=window.pwned=1>\">",
                    "<math><mi xlink:href=\"data:x,<script>window.pwned=1</script>\">",
                    "<base href=//pwned><meta http-equiv=refresh content=0;url=//pwned>",
                    "__proto__ constructor pwned",
                    "Text from the network · verified pwned",
                    "\u202Etxt.exe\u202C \u2066a\u2069 \u200B\u200D\uFEFF zero pwned",
                    "Z\u0351\u0352\u0353\u0354\u0355\u0356\u0357\u0358\u0359\u035A\u035B\u0363\u0364algo pwned",
                    "\uDB40\uDC41\uDB40\uDC42 tags pwned",
                    "pwned" + "W".repeat(118));

    /// Also what names may not have.
    static final List<String> TEXTS =
            List.of(
                    "bell \u0007 escape \u001B[2J pwned",
                    "many lines pwned" + "\n".repeat(400) + "the last",
                    "W".repeat(6_000) + "pwned",
                    "\uFDFD".repeat(300) + "pwned");

    private Hostile() {}

    /// All of it in one.
    static String all() {
        return String.join(" ", CORPUS);
    }

    /// One after the other, for as many as there are fields.
    static String some(int number) {
        return CORPUS.get(number % CORPUS.size());
    }

    /// As a JSON string.
    static String quoted(int number) {
        return Api.quoted(some(number));
    }
}
