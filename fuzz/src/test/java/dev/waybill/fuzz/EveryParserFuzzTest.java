package dev.waybill.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// All targets in turn, for where there is little time: a JVM fuzzes one test, and takes long to begin. The first byte says
/// which; where it begins is what is kept of each.
class EveryParserFuzzTest {
    private static final Path CLASSES =
            Path.of(
                    URI.create(
                            EveryParserFuzzTest.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toString()));
    private static final List<Target> TARGETS = targets();

    /// The one test of a class.
    private record Target(Object instance, Method method, Path inputs) {
        void run(byte[] data) throws Throwable {
            try {
                method.invoke(instance, (Object) data);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    @MethodSource("kept")
    @FuzzTest
    void each_of_them_keeps_its_promise(byte[] data) throws Throwable {
        if (data != null && data.length > 0) {
            TARGETS.get((data[0] & 0xff) % TARGETS.size())
                    .run(Arrays.copyOfRange(data, 1, data.length));
        }
    }

    static Stream<byte[]> kept() throws IOException {
        List<byte[]> all = new ArrayList<>();
        for (int index = 0; index < TARGETS.size(); index++) {
            try (Stream<Path> files = Files.walk(TARGETS.get(index).inputs())) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    byte[] bytes = Files.readAllBytes(file);
                    byte[] marked = new byte[bytes.length + 1];
                    marked[0] = (byte) index;
                    System.arraycopy(bytes, 0, marked, 1, bytes.length);
                    all.add(marked);
                }
            }
        }
        return all.stream();
    }

    private static List<Target> targets() {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files.map(file -> CLASSES.relativize(file).toString())
                    .filter(name -> name.endsWith("FuzzTest.class"))
                    .filter(name -> !name.contains("EveryParser"))
                    .sorted()
                    .map(EveryParserFuzzTest::target)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Target target(String file) {
        String path = file.substring(0, file.length() - ".class".length());
        try {
            Class<?> type = Class.forName(path.replace('/', '.'));
            Method method =
                    Arrays.stream(type.getDeclaredMethods())
                            .filter(each -> each.isAnnotationPresent(FuzzTest.class))
                            .findFirst()
                            .orElseThrow();
            method.setAccessible(true);
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return new Target(constructor.newInstance(), method, CLASSES.resolve(path + "Inputs"));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(file, e);
        }
    }
}
