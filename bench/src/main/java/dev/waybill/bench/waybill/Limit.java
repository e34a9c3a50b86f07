package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import java.io.IOException;
import java.nio.file.Path;

/// The least that a Java server can do for the job, loaded by the very client that loads Waybill.
public final class Limit implements Contender {
    private final Stage stage;
    private final Entry entry;
    private int scenes;

    private Limit(Stage stage, Entry entry) {
        this.stage = stage;
        this.entry = entry;
    }

    /// It knows no batches.
    public static Limit start(Path folder, Entry entry) throws IOException, InterruptedException {
        return new Limit(Stage.of(LimitProcess.start(folder)), entry);
    }

    @Override
    public String name() {
        return entry.title("limit");
    }

    @Override
    public About about() {
        return new About(
                "the least a Java server can do",
                "appends to one file, one fsync for all that wait; no index, no queries, no rights, no recovery; "
                        + entry.words());
    }

    @Override
    public Proc process() {
        return stage.process();
    }

    @Override
    public Scene open(Shape shape, Heard heard) {
        return WaybillScene.open(stage, "s" + scenes++ + "-", shape, heard, entry);
    }

    @Override
    public void close() {
        stage.close();
    }
}
