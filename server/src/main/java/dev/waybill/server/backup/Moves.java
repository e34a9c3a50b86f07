package dev.waybill.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Files that are moved, until it is known that all of them could be: else they are taken back.
final class Moves {
    private final List<Move> done = new ArrayList<>();

    private record Move(Path from, Path to) {}

    void move(Path from, Path to) throws IOException {
        Files.move(from, to);
        done.add(new Move(from, to));
    }

    void takeBack() throws IOException {
        for (Move one : done.reversed()) {
            Files.move(one.to(), one.from());
        }
        done.clear();
    }
}
