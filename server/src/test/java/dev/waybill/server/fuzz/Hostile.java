package dev.waybill.server.fuzz;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Things that nobody should send, and somebody will.
final class Hostile {
    /// As the value of a field, in JSON.
    static final List<String> VALUES =
            List.of(
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1.5",
                    "1e400",
                    "-1e400",
                    "9223372036854775808",
                    "-9223372036854775809",
                    "2147483648",
                    "1" + "0".repeat(100),
                    "\"\"",
                    "\" \"",
                    "\"\\u0000\"",
                    "\"a\\u0000b\"",
                    "\"\\ud800\"",
                    "\"\\udc00x\"",
                    "\"" + "a".repeat(70_000) + "\"",
                    "\"../../etc/passwd\"",
                    "\"日本語 🦊 \u202e\"",
                    "\"x\\r\\ny: z\"",
                    "\"@self\"",
                    "\"#general\"",
                    "\"'; drop table agent; --\"",
                    "\"%\"",
                    "\"99999999999999999999999\"",
                    "\"-1\"",
                    "\"+292278994-08-17T07:12:55.807Z\"",
                    "\"-999999999-01-01T00:00:00Z\"",
                    "\"2020-01-01T00:00:00Z\"",
                    "[]",
                    "{}",
                    "[[[]]]",
                    "[null]",
                    "[1]",
                    "[\"\"]",
                    "[\"x\",\"x\"]",
                    "[{}]",
                    "{\"a\":null}",
                    "{\"\":{\"\\u0000\":1}}",
                    "{\"$ref\":\"#\"}",
                    "{\"type\":\"object\",\"required\":3,\"properties\":[]}");

    /// As a whole body; a name for it, and its bytes as characters.
    static final Map<String, String> BODIES = bodies();

    static final List<String> CONTENT_TYPES =
            List.of(
                    "text/plain",
                    "application/xml",
                    "application/json; charset=utf-16",
                    "multipart/form-data; boundary=x",
                    "application/x-www-form-urlencoded",
                    "*/*",
                    "garbage",
                    "application/json, text/plain");

    /// As a path parameter or the value of a query parameter, percent-encoded.
    static final List<String> WORDS =
            List.of(
                    "%00",
                    "a%00b",
                    "a".repeat(300),
                    "a".repeat(6000),
                    "a".repeat(20_000),
                    "%F0%9F%A6%8A",
                    "%E2%80%AE",
                    "..",
                    ".",
                    "%2E%2E",
                    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
                    "%5C..%5C",
                    "%C3%28",
                    "%ED%A0%80",
                    "%FF",
                    "-1",
                    "0",
                    "1",
                    "NaN",
                    "1e400",
                    "2147483648",
                    "9223372036854775807",
                    "9223372036854775808",
                    "999999999999999999999999999999",
                    "%20",
                    "%0A",
                    "%25",
                    "%2525",
                    "%22",
                    "*",
                    "a%2Fb",
                    "'%20or%201=1--",
                    "%23general",
                    "@self",
                    "true",
                    "null",
                    "node_",
                    "node_direct_1",
                    "dm_",
                    "dm_000000000000000000000000",
                    "del_1_1",
                    "del_x_y",
                    "del_99999999999999999999_1",
                    "inv_1",
                    "ot_",
                    "agent_1",
                    "%D9%A1%D9%A2");

    /// As a token.
    static final Map<String, String> TOKENS =
            Map.of(
                    "garbage", "garbage",
                    "empty", "",
                    "unknown owner", "rk_live_" + "0".repeat(32),
                    "unknown agent", "at_live_" + "0".repeat(32),
                    "unknown node", "nt_live_" + "0".repeat(48),
                    "unknown observer", "ot_live_" + "0".repeat(48),
                    "unknown webhook", "wh_live_" + "0".repeat(48),
                    "odd prefix", "xx_live_" + "0".repeat(32),
                    "too long", "at_live_" + "0".repeat(5000),
                    "not hex", "at_live_%00'; drop table agent; --");

    private Hostile() {}

    private static Map<String, String> bodies() {
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("empty object", Attack.bytes("{}"));
        bodies.put("null", Attack.bytes("null"));
        bodies.put("list", Attack.bytes("[]"));
        bodies.put("number", Attack.bytes("3"));
        bodies.put("text", Attack.bytes("\"x\""));
        bodies.put("half", Attack.bytes("{\"text\":"));
        bodies.put("two documents", Attack.bytes("{}{}"));
        bodies.put("comment", Attack.bytes("{/**/}"));
        bodies.put("spaces", Attack.bytes(" \n "));
        bodies.put("byte order mark", Attack.bytes("\ufeff{}"));
        bodies.put("NUL", "\0");
        bodies.put("not UTF-8", "{\"\u00c3\":1}");
        bodies.put("UTF-16", "\u00fe\u00ff\0{\0}");
        bodies.put("encoded surrogate", "\"\u00ed\u00a0\u0080\"");
        bodies.put("deep list", Attack.bytes("[".repeat(10_000) + "]".repeat(10_000)));
        bodies.put(
                "deep object", Attack.bytes("{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000)));
        bodies.put("deep in metadata", Attack.bytes("{\"metadata\":" + "[".repeat(10_000)));
        bodies.put(
                "prototype",
                Attack.bytes("{\"__proto__\":{\"x\":1},\"constructor\":1,\"@class\":\"x\"}"));
        return bodies;
    }
}
