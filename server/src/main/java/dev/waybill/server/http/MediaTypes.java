package dev.waybill.server.http;

import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import java.util.List;
import java.util.regex.Pattern;

/// Which bodies are taken for JSON: `application/json` and `application/…+json`, in UTF-8.
final class MediaTypes {
    private static final String USUAL = "application/json";
    private static final Pattern JSON =
            Pattern.compile(
                    "application/(json|[\\w.-]+\\+json)(\\s*;\\s*charset\\s*=\\s*\"?utf-8\"?)?\\s*",
                    Pattern.CASE_INSENSITIVE);

    private MediaTypes() {}

    static void requireJson(List<String> contentType) {
        if (contentType.size() != 1 || !isJson(contentType.getFirst())) {
            throw new Problem(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "The body must be application/json in UTF-8, and its Content-Type must say so");
        }
    }

    /// Nearly everybody writes it in the same letters.
    private static boolean isJson(String type) {
        return type.equals(USUAL) || JSON.matcher(type).matches();
    }
}
