package dev.waybill.server.node;

import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Settled;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Work;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Writes what one connection asks for: many may be under way, they are written in the order they came, and each is
/// answered when it is durable.
final class Pipeline {
    /// How many may wait for their answers; the next is not read before one is answered.
    private static final int UNDER_WAY = 1024;

    private final Database database;
    private final Frames frames;
    private final Connection peer;
    private final Semaphore room = new Semaphore(UNDER_WAY);

    Pipeline(Database database, Frames frames, Connection peer) {
        this.database = database;
        this.frames = frames;
        this.peer = peer;
    }

    /// The reply carries what the work answers.
    <T> void submit(String id, Work<Tx, T> work) {
        room.acquireUninterruptibly();
        try {
            database.submit(work, new Answering(id));
        } catch (RuntimeException e) {
            room.release();
            throw e;
        }
    }

    /// Called by the thread that commits, so the writing is left to the outbox.
    private final class Answering implements Settled<Object> {
        private final String id;

        Answering(String id) {
            this.id = id;
        }

        @Override
        public void done(Object answer) {
            answer(() -> frames.reply(id, answer));
        }

        @Override
        public void failed(Throwable reason) {
            answer(() -> refusal(reason));
        }

        private byte[] refusal(Throwable reason) {
            return switch (reason) {
                case Refusal refusal -> frames.error(id, refusal.reason().wire(), refusal.detail());
                case StoreException store -> frames.error(id, "unavailable", store.kind().words());
                default -> frames.error(id, "internal_error", "Nothing was written");
            };
        }

        private void answer(Supplier<byte[]> frame) {
            peer.outbox()
                    .add(
                            () -> {
                                room.release();
                                return frame.get();
                            });
        }
    }
}
