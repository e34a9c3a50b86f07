package dev.waybill.server.provider.github;

import dev.waybill.server.provider.ProviderFault;

/// The texts that are written: no longer than GitHub takes, and marked with their delivery where there is room for it.
final class Bodies {
    private static final int LONGEST = 65_536;

    private Bodies() {}

    /// The text of the input as it is written. Ends the job if it is too long.
    static String written(Task task) {
        return written(task, task.job().text("body"));
    }

    static String written(Task task, String body) {
        requireShort(task, "body", body);
        if (!traceable(task, body)) {
            return body;
        }
        String marker = Marker.of(task.job().deliveryId());
        return body.isEmpty() ? marker : body + "\n\n" + marker;
    }

    /// Whether the text was, or is to be, written so that it can be found again.
    static boolean traceable(Task task, String body) {
        int room = Marker.of(task.job().deliveryId()).length() + 2;
        return task.marked() && length(body) + room <= LONGEST;
    }

    /// Whether this is what the task wrote.
    static boolean from(Task task, String found) {
        return Marker.deliveryOf(found).filter(task.job().deliveryId()::equals).isPresent();
    }

    static void requireShort(Task task, String field, String text) {
        if (length(text) > LONGEST) {
            throw Settled.refused(
                    ProviderFault.INPUT,
                    "%s: input.%s is longer than %d characters"
                            .formatted(task.job().operation().name(), field, LONGEST));
        }
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
