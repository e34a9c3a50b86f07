package dev.waybill.server.message;

import dev.waybill.server.message.SaidTable.Place;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Ended;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes what was said lately over into the large list of what was said in which room: when there is much of it, so that
/// many messages of each room share a page that has to be written. Readers look at both lists.
public final class Filing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Filing.class);

    /// So many that rooms which take turns have some messages each, and so few that their list is written cheaply.
    static final int MOST_LATELY = 8_192;

    private static final int RINGS_BETWEEN_LOOKS = 512;

    /// So few that nobody who writes meanwhile waits long.
    private static final int AT_ONCE = 256;

    private final Database database;
    private final SaidTable said = new SaidTable();
    private final AtomicInteger rings = new AtomicInteger();
    private final Semaphore due = new Semaphore(1);
    private final Thread thread = Thread.ofVirtual().name("said-filing").unstarted(this::run);
    private volatile boolean closed;

    public Filing(Database database) {
        this.database = database;
    }

    /// Where several servers share a database, it keeps one list by itself, and there is nothing to do.
    public void start() {
        if (!database.dialect().isShared()) {
            thread.start();
        }
    }

    /// Something was committed. Carries no data and never waits.
    public void ring() {
        if (rings.incrementAndGet() % RINGS_BETWEEN_LOOKS == 0) {
            due.release();
        }
    }

    @Override
    public void close() {
        closed = true;
        due.release();
        Ended.await(thread);
    }

    private void run() {
        while (!closed) {
            due.acquireUninterruptibly();
            due.drainPermits();
            try {
                fileIfMuch();
            } catch (RuntimeException e) {
                LOG.warn("what was said lately cannot be filed now: {}", e.getMessage());
            }
        }
    }

    /// False when there is too little of it.
    boolean fileIfMuch() {
        if (closed || database.read(said::lately) < MOST_LATELY) {
            return false;
        }
        fileAll();
        return true;
    }

    /// Room after room, up to what was last when it began; what is said meanwhile in a room that was passed is for the next time.
    /// Nobody else takes anything out of the list.
    private void fileAll() {
        Place end = database.read(said::last);
        Place from = Place.BEGINNING;
        Place to = after(from);
        while (!to.equals(from) && !from.reaches(end) && !closed) {
            file(from, to);
            from = to;
            to = after(from);
        }
    }

    private void file(Place from, Place to) {
        database.write(
                tx -> {
                    said.takeOver(tx, from, to);
                    return to;
                });
    }

    private Place after(Place from) {
        return database.read(tx -> said.after(tx, from, AT_ONCE));
    }
}
