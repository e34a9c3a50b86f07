package dev.waybill.server.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the page is made of, from the class path. `web/files` lists it, because a jar cannot be asked what is in a folder.
final class PageFiles {
    private static final String LIST = "files";

    private PageFiles() {}

    static SortedMap<String, byte[]> read() {
        SortedMap<String, byte[]> files = new TreeMap<>();
        text(LIST).lines().filter(line -> !line.isBlank()).forEach(n -> files.put(n, bytes(n)));
        return Collections.unmodifiableSortedMap(files);
    }

    static String index() {
        return text("index.html");
    }

    private static String text(String name) {
        return new String(bytes(name), UTF_8);
    }

    private static byte[] bytes(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream("web/" + name)) {
            return Objects.requireNonNull(in, "the page lacks " + name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
