package dev.waybill.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.CDPSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The processes of the browser.
final class Chromium implements AutoCloseable {
    private final CDPSession session;

    Chromium(Browser browser) {
        session = browser.newBrowserCDPSession();
    }

    /// What all of them have used of processors so far.
    Duration used() {
        double seconds = 0;
        for (JsonObject process : processes()) {
            seconds += process.get("cpuTime").getAsDouble();
        }
        return Duration.ofMillis((long) (seconds * 1000));
    }

    /// Does something while those that run pages are stopped: they read nothing, and do not know it.
    void whileAsleep(Runnable work) {
        List<String> renderers =
                processes().stream()
                        .filter(process -> process.get("type").getAsString().equals("renderer"))
                        .map(process -> process.get("id").getAsString())
                        .toList();
        signal("-STOP", renderers);
        try {
            work.run();
        } finally {
            signal("-CONT", renderers);
        }
    }

    @Override
    public void close() {
        session.detach();
    }

    private List<JsonObject> processes() {
        List<JsonObject> all = new ArrayList<>();
        for (JsonElement one :
                session.send("SystemInfo.getProcessInfo").getAsJsonArray("processInfo")) {
            all.add(one.getAsJsonObject());
        }
        return all;
    }

    private static void signal(String name, List<String> processes) {
        List<String> command = new ArrayList<>(List.of("kill", name));
        command.addAll(processes);
        try {
            if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
                throw new IllegalStateException("kill " + name + " " + processes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
