package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.server.network.Timeline.Entry;
import dev.waybill.server.network.Timeline.Room;
import dev.waybill.server.network.TimelineTable.Said;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one piece of work adds to conversations: each is written once, however much was said in it.
final class Summaries implements Runnable {
    private final Tx tx;
    private final TimelineTable table;
    private final Map<Spot, Talk> talks = new LinkedHashMap<>();

    private record Spot(WorkspaceId workspace, String channel, Place place) {}

    Summaries(Tx tx, TimelineTable table) {
        this.tx = tx;
        this.table = table;
    }

    void add(Entry entry, Letter letter, Place place, int openedWork, Instant now) {
        if (place instanceof Place.InRoom && letter.envelope().to() == null) {
            return;
        }
        talks.computeIfAbsent(
                        new Spot(entry.workspace(), entry.channel(), place),
                        _ -> new Talk(entry, letter, now))
                .add(entry, letter.preview(), openedWork);
    }

    @Override
    public void run() {
        talks.forEach(
                (spot, talk) -> {
                    switch (spot.place()) {
                        case Place.InThread(var thread) -> talk.inThread(thread.value());
                        case Place.InRoom(var room) -> talk.inRoom(room.value());
                    }
                });
    }

    /// What was said in one conversation.
    private final class Talk {
        private final Entry first;
        private final Letter letter;
        private final Instant now;
        private final Map<String, Entry> speakers = new LinkedHashMap<>();
        private int messages;
        private int openedWork;
        private @Nullable String preview;

        private Talk(Entry first, Letter letter, Instant now) {
            this.first = first;
            this.letter = letter;
            this.now = now;
        }

        private void add(Entry entry, @Nullable String words, int opened) {
            speakers.putIfAbsent(entry.from(), entry);
            messages++;
            openedWork += opened;
            preview = words == null ? preview : words;
        }

        private void inThread(String thread) {
            int joined = 0;
            for (Entry speaker : speakers.values()) {
                joined += table.joins(tx, speaker, thread) ? 1 : 0;
            }
            String title = letter.preview() == null ? thread : letter.preview();
            table.inThread(tx, first, thread, title, said(), joined);
        }

        private void inRoom(String room) {
            PeerId from = letter.envelope().from();
            PeerId to = letter.envelope().to();
            if (to != null) {
                Room both = new Room(first.channel(), room, from, to);
                table.inRoom(tx, first.workspace(), both, said(), now);
            }
        }

        private Said said() {
            return new Said(now, messages, openedWork, preview);
        }
    }
}
