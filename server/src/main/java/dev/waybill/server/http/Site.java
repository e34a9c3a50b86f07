package dev.waybill.server.http;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Files that are served as they are, each at exactly one path.
public record Site(Map<String, Page> pages) {
    public static final Site NONE = new Site(Map.of());

    public Site {
        pages = Map.copyOf(pages);
    }

    /// One of them, with what browsers are told about it.
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    public record Page(String contentType, byte[] bytes, String tag, Map<String, String> headers) {
        public Page {
            headers = Map.copyOf(headers);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Page page && tag.equals(page.tag);
        }

        @Override
        public int hashCode() {
            return tag.hashCode();
        }

        @Override
        public String toString() {
            return contentType + " " + tag + " " + Arrays.hashCode(bytes);
        }
    }

    /// The path is taken as it was sent: there is nothing to climb.
    Optional<Page> at(String path) {
        return Optional.ofNullable(pages.get(path));
    }
}
