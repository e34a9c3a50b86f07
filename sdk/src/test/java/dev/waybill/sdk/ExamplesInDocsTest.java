package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every example in the docs of the SDK compiles as it stands.
class ExamplesInDocsTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final String HEAD =
            """
            import dev.waybill.protocol.delivery.DeliveryMode;
            import dev.waybill.protocol.delivery.Priority;
            import dev.waybill.protocol.json.Json;
            import dev.waybill.protocol.network.*;
            import dev.waybill.protocol.network.api.*;
            import dev.waybill.protocol.outbound.*;
            import dev.waybill.protocol.source.Source;
            import dev.waybill.protocol.workspace.SessionEventType;
            import static dev.waybill.protocol.workspace.SessionEventType.*;
            import dev.waybill.sdk.*;
            import dev.waybill.sdk.runtime.*;
            import dev.waybill.sdk.schema.*;
            import java.io.*;
            import java.time.*;
            import java.util.*;

            class NAME {
                Relay relay;
                RelayAgent agent;
                DeliveryRunner runner;
                MessageHandler handler;
                AgentDeliveryAdapter adapter;
                AgentRuntime runtime;
                String url, key, workspaceKey;

                void example() throws Exception {
            """;

    @TempDir private Path classes;

    @Test
    void examples_compile_as_they_stand() throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        for (Path file : files()) {
            String name = file.getFileName().toString().replaceAll("\\W", "_");
            List<String> examples =
                    EXAMPLE.matcher(text(file)).results().map(found -> found.group(1)).toList();
            for (int i = 0; i < examples.size(); i++) {
                sources.add(source("Example_" + name + "_" + i, examples.get(i)));
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        List<String> options =
                List.of(
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"));

        boolean fine = compiler.getTask(complaints, null, null, options, null, sources).call();

        assertThat(fine).as(complaints.toString()).isTrue();
        assertThat(sources).hasSizeGreaterThan(20);
    }

    private static List<Path> files() throws IOException {
        List<Path> files =
                new ArrayList<>(List.of(Path.of("../docs/sdk.md"), Path.of("../README.md")));
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            sources.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
        }
        return files;
    }

    /// What stands in its comments, if it is a source.
    private static String text(Path file) throws IOException {
        String text = Files.readString(file);
        if (!file.toString().endsWith(".java")) {
            return text;
        }
        return Pattern.compile("^ */// ?(.*\\n)", Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map((MatchResult line) -> line.group(1))
                .reduce("", String::concat);
    }

    private static JavaFileObject source(String name, String body) {
        String code = HEAD.replace("NAME", name) + body + "}}";
        return new SimpleJavaFileObject(
                URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return code;
            }
        };
    }
}
