package dev.waybill.faults;

import dev.waybill.faults.World.Person;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/// One message after the other, each by a request of its own.
final class RequestSender extends Sender {
    RequestSender(Desk desk, Person person, List<Target> targets, Random random) {
        super(desk, person, targets, random);
    }

    @Override
    public void run() {
        while (open()) {
            Parcel parcel = begin(0);
            while (!sent(parcel) && open()) {
                pause();
            }
        }
    }

    private boolean sent(Parcel parcel) {
        try {
            return post(
                                    "/v1/dm",
                                    "{%s,\"text\":\"%s\"}"
                                            .formatted(parcel.target().words(), parcel.text()),
                                    new Api.Wish(parcel.text(), wantsLittle()))
                            .good()
                    && desk().history().confirmed(parcel.text());
        } catch (IOException _) {
            return false; // once more, under the same key
        }
    }
}
