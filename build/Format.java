import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Checks (`check`) or rewrites (`fix`) the layout of every Java source below a folder, and refuses files
/// longer than the limit in CONTRIBUTING.md. Run by the build on the JDK that compiles the sources.
final class Format {
    private static final int MAX_LINES = 400;

    private static final Formatter FORMATTER =
            new Formatter(
                    JavaFormatterOptions.builder()
                            .style(JavaFormatterOptions.Style.AOSP)
                            .formatJavadoc(false)
                            .build());

    public static void main(String[] args) throws Exception {
        boolean fix = args[0].equals("fix");
        List<String> faults = new ArrayList<>();
        for (Path source : sources(Path.of(args[1]))) {
            String before = Files.readString(source);
            String after = formatted(source, before, faults);
            if (fix && !after.equals(before)) {
                Files.writeString(source, after);
            } else if (!after.equals(before)) {
                faults.add(source + ": not formatted");
            }
            if (after.lines().count() > MAX_LINES) {
                faults.add(source + ": longer than " + MAX_LINES + " lines");
            }
        }
        if (!faults.isEmpty()) {
            faults.forEach(System.err::println);
            System.err.println("To format: mvn -N process-sources -Dformat=fix");
            System.exit(1);
        }
    }

    private static String formatted(Path source, String before, List<String> faults) {
        try {
            return FORMATTER.formatSource(
                    ImportOrderer.reorderImports(
                            RemoveUnusedImports.removeUnusedImports(before),
                            JavaFormatterOptions.Style.GOOGLE));
        } catch (FormatterException e) {
            faults.add(source + ": " + e.getMessage());
            return before;
        }
    }

    private static List<Path> sources(Path root) throws Exception {
        try (var files = Files.walk(root)) {
            return files.filter(Format::isOurs).sorted().toList();
        }
    }

    private static boolean isOurs(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.endsWith(".java")
                && !path.contains("/target/")
                && !path.contains("/node_modules/");
    }
}
