package dev.waybill.server.credential;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.server.store.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Finds what credentials are sealed with: the operator's key, or one in the data folder that is made when it is needed
/// first.
public final class SealKey {
    static final String FILE = "credentials.key";
    static final int BYTES = 32;

    private SealKey() {}

    /// The key to use; an [IllegalArgumentException] says what is wrong with one that cannot be.
    public static byte[] find(@Nullable String given, DataFolder folder, SecureRandom random) {
        if (given != null) {
            return decoded(given, "providers.key");
        }
        Path file = folder.path().resolve(FILE);
        try {
            return Files.exists(file)
                    ? decoded(Files.readString(file, US_ASCII).strip(), file.toString())
                    : made(folder, random);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static byte[] made(DataFolder folder, SecureRandom random) {
        byte[] key = new byte[BYTES];
        random.nextBytes(key);
        folder.writeSecret(FILE, Base64.getEncoder().encode(key));
        return key;
    }

    private static byte[] decoded(String text, String where) {
        try {
            byte[] key = Base64.getDecoder().decode(text);
            if (key.length == BYTES) {
                return key;
            }
        } catch (IllegalArgumentException _) {
            // said below, without repeating the key
        }
        throw new IllegalArgumentException(where + " is not " + BYTES + " bytes in base64");
    }
}
