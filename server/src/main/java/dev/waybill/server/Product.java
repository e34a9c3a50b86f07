package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/// What this build is.
public final class Product {
    private Product() {}

    public static String version() {
        try (InputStream resource = Product.class.getResourceAsStream("version")) {
            return new String(Objects.requireNonNull(resource, "version").readAllBytes(), UTF_8)
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the version of this build", e);
        }
    }
}
