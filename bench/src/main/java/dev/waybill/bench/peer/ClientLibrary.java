package dev.waybill.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/// What a peer is spoken with, and in which version: its own jar tells.
record ClientLibrary(String name, String version) {
    static ClientLibrary of(String name, Class<?> partOfIt) {
        try (JarFile jar = new JarFile(jar(partOfIt).toFile())) {
            return new ClientLibrary(name, version(Objects.requireNonNull(jar.getManifest())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path jar(Class<?> partOfIt) {
        try {
            return Path.of(partOfIt.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String version(Manifest manifest) {
        Attributes all = manifest.getMainAttributes();
        String implementation = all.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        String version = implementation == null ? all.getValue("Bundle-Version") : implementation;
        return version == null ? "of a version that it does not tell" : version;
    }

    @Override
    public String toString() {
        return name + " " + version;
    }
}
