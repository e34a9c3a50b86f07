package dev.waybill.bench.load;

/// Who sends to whom: so many senders, each with so many messages under way, to one recipient each or to all of them.
public record Shape(int senders, int window, int recipients, boolean toAll) {
    public static Shape toOne(int senders, int window, int recipients) {
        return new Shape(senders, window, recipients, false);
    }

    public static Shape toAll(int window, int recipients) {
        return new Shape(1, window, recipients, true);
    }

    public int slots() {
        return senders * window;
    }

    public int deliveriesEach() {
        return toAll ? recipients : 1;
    }
}
