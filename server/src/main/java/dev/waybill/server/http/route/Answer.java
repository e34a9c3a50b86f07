package dev.waybill.server.http.route;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an [Endpoint] gives back. The status is the one its route promises, unless the answer names another.
public sealed interface Answer {
    /// `{"ok":true,"data":…}`, with a cursor where there are pages.
    record Data(
            Object data,
            @Nullable Cursor cursor,
            @Nullable Integer status,
            Map<String, String> headers,
            @Nullable Runnable whenSent)
            implements Answer {
        public Data {
            headers = Map.copyOf(headers);
        }

        public Data withCursor(Cursor next) {
            return new Data(data, next, status, headers, whenSent);
        }

        public Data withStatus(int other) {
            return new Data(data, cursor, other, headers, whenSent);
        }

        /// Has something done once the answer is on its way.
        public Data then(Runnable task) {
            return new Data(data, cursor, status, headers, task);
        }

        public Data withHeader(String name, String value) {
            Map<String, String> more = new HashMap<>(headers);
            more.put(name, value);
            return new Data(data, cursor, status, more, whenSent);
        }
    }

    /// `{"ok":true}` alone.
    record Done() implements Answer {}

    /// No body at all.
    record Empty() implements Answer {}

    /// A text outside the envelope, sent as UTF-8.
    record Document(String contentType, String text) implements Answer {}

    /// A stored file, outside the envelope. Clients save it under its name and never take it for a page.
    record File(Path path, String contentType, String name) implements Answer {}

    /// A text outside the envelope with a status of its own: the answer of another protocol.
    record Raw(int status, @Nullable String contentType, String text, Map<String, String> headers)
            implements Answer {
        public Raw {
            headers = Map.copyOf(headers);
        }
    }

    /// Sent while it is made, for as long as that takes.
    record Live(String contentType, Map<String, String> headers, Making making) implements Answer {
        public Live {
            headers = Map.copyOf(headers);
        }
    }

    /// Where the next page begins; `next` is null on the last one, and written, because strict clients ask for it.
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Cursor(@Nullable String next, boolean hasMore) {}

    static Data data(Object data) {
        return new Data(data, null, null, Map.of(), null);
    }

    static Answer done() {
        return new Done();
    }

    static Answer empty() {
        return new Empty();
    }

    static Answer document(String contentType, String text) {
        return new Document(contentType, text);
    }
}
