package dev.waybill.protocol.subscription;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Asks for events of a workspace to be posted to an address. What is sent is signed with the secret, if there is one.
public record NewSubscription(
        List<String> events,
        @Nullable SubscriptionFilter filter,
        String url,
        @Nullable Map<String, String> headers,
        @Nullable String secret) {
    private static final int MAX_HEADERS = 20;
    private static final int MAX_VALUE = 4096;
    private static final int MAX_SECRET = 1024;
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
    private static final Pattern VALUE = Pattern.compile("[\\t -~]*");

    public NewSubscription {
        events = List.copyOf(events);
        headers = headers == null ? null : Map.copyOf(headers);
        if (events.isEmpty()) {
            throw new IllegalArgumentException("events is empty");
        }
        if (secret != null && (secret.isEmpty() || secret.length() > MAX_SECRET)) {
            throw new IllegalArgumentException(
                    "secret is not 1 to " + MAX_SECRET + " characters long");
        }
        if (headers != null) {
            check(headers);
        }
    }

    private static void check(Map<String, String> headers) {
        if (headers.size() > MAX_HEADERS) {
            throw new IllegalArgumentException("headers has more than " + MAX_HEADERS + " entries");
        }
        headers.forEach(
                (name, value) -> {
                    if (!NAME.matcher(name).matches()) {
                        throw new IllegalArgumentException("not the name of a header: " + name);
                    }
                    if (value.length() > MAX_VALUE || !VALUE.matcher(value).matches()) {
                        throw new IllegalArgumentException(
                                "the value of header " + name + " is not visible ASCII");
                    }
                });
    }

    /// Without the secrets.
    @Override
    public String toString() {
        return "NewSubscription[" + events + "]";
    }
}
