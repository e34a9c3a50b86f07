package dev.waybill.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.util.HashMap;
import java.util.Map;

/// What a page holds, after it has thrown away what it does not need.
record Figures(double heapMegabytes, double nodes, double listeners) {
    static Figures of(Page page) {
        CDPSession session = page.context().newCDPSession(page);
        try {
            session.send("Performance.enable");
            session.send("HeapProfiler.collectGarbage");
            Map<String, Double> found = new HashMap<>();
            for (JsonElement one :
                    session.send("Performance.getMetrics").getAsJsonArray("metrics")) {
                JsonObject metric = one.getAsJsonObject();
                found.put(metric.get("name").getAsString(), metric.get("value").getAsDouble());
            }
            return new Figures(
                    found.getOrDefault("JSHeapUsedSize", 0.0) / (1 << 20),
                    found.getOrDefault("Nodes", 0.0),
                    found.getOrDefault("JSEventListeners", 0.0));
        } finally {
            session.detach();
        }
    }
}
