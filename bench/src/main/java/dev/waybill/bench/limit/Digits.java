package dev.waybill.bench.limit;

import java.nio.ByteBuffer;

/// Numbers from 0 on as text, without any object made for it.
final class Digits {
    private Digits() {}

    static int count(long number) {
        int count = 1;
        for (long left = number; left >= 10; left /= 10) {
            count++;
        }
        return count;
    }

    static ByteBuffer put(ByteBuffer out, long number) {
        int end = out.position() + count(number);
        long left = number;
        for (int place = end - 1; place >= out.position(); place--) {
            out.put(place, (byte) ('0' + left % 10));
            left /= 10;
        }
        return out.position(end);
    }
}
