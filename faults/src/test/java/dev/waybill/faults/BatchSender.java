package dev.waybill.faults;

import dev.waybill.faults.World.Person;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Several messages by each request; what of a batch is not confirmed goes into another.
final class BatchSender extends Sender {
    BatchSender(Desk desk, Person person, List<Target> targets, Random random) {
        super(desk, person, targets, random);
    }

    @Override
    public void run() {
        while (open()) {
            long row = desk().history().now();
            int size = some();
            List<Parcel> left = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                left.add(begin(row));
            }
            while (!sent(left) && open()) {
                left.forEach(parcel -> desk().history().again(parcel.text()));
                pause();
            }
            rest();
        }
    }

    /// Takes away what is confirmed; true when nothing is left.
    private boolean sent(List<Parcel> parcels) {
        String messages =
                parcels.stream()
                        .map(parcel -> "{" + parcel.words() + "}")
                        .collect(Collectors.joining(","));
        try {
            Api.Answer answer =
                    post(
                            "/v1/messages/batch",
                            "{\"messages\":[" + messages + "]}",
                            new Api.Wish(null, wantsLittle()));
            if (answer.good()) {
                settle(parcels, answer.data());
            }
        } catch (IOException _) {
            return false; // once more, under the same keys
        }
        return parcels.isEmpty();
    }

    private void settle(List<Parcel> parcels, JsonNode results) throws IOException {
        if (results.size() != parcels.size()) {
            throw new IOException(parcels.size() + " messages, answered with " + results);
        }
        for (int i = parcels.size() - 1; i >= 0; i--) {
            if (results.path(i).path("ok").asBoolean(false)
                    && desk().history().confirmed(parcels.get(i).text())) {
                parcels.remove(i);
            }
        }
    }
}
