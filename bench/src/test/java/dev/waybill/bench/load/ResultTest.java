package dev.waybill.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTest {
    private final Row waybill = new Row("waybill").add("rate", 10.0);
    private final Row waybillRequests = new Row("waybill, requests").add("rate", 4.0);
    private final Row limit = new Row("limit").add("rate", 20.0);
    private final Row limitRequests = new Row("limit, requests").add("rate", 8.0);
    private final Result result =
            new Result(
                    "W2",
                    "many to many",
                    List.of("rate"),
                    List.of(waybill, waybillRequests, limit, limitRequests));

    @Test
    void everybody_stands_beside_the_first() {
        assertThat(result.ratio("rate", limit).rounds()).containsExactly(0.5);
        assertThat(result.ratio("rate", limitRequests).rounds()).containsExactly(1.25);
        assertThat(result.ratio("rate", waybill).rounds()).isEmpty();
    }

    @Test
    void who_takes_messages_in_another_way_stands_beside_the_first_in_that_way_too() {
        assertThat(result.ratioOfSameWay("rate", limitRequests).rounds()).containsExactly(0.5);
        assertThat(result.ratioOfSameWay("rate", limit).rounds()).isEmpty();
        assertThat(result.ratioOfSameWay("rate", waybillRequests).rounds()).isEmpty();
    }
}
