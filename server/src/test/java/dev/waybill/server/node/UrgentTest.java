package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.store.TestEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What is urgent goes before what is not, and the order within each holds.
@Timeout(60)
@ParameterizedClass
@EnumSource(TestEngine.class)
class UrgentTest extends AliceAndBob {
    private static final int WINDOW = 64;

    UrgentTest(TestEngine engine) {
        super(engine);
    }

    @Test
    void urgent_ones_overtake_what_waits_for_an_absent_agent() throws Exception {
        normal("1");
        normal("2");
        urgent("u1");
        normal("3");
        urgent("u2");

        try (TestNode node = TestNode.session(api, bob)) {
            List<JsonNode> heard = node.deliveries("bob", 5);

            assertThat(TestNode.texts(heard)).containsExactly("u1", "u2", "1", "2", "3");
            assertThat(TestNode.seqs(heard)).isSorted();
            node.ack("bob", heard.get(2).get("seq").asLong());
            node.heardSoFar();
        }
        try (TestNode node = TestNode.session(api, bob)) {
            assertThat(TestNode.texts(node.deliveries("bob", 2))).containsExactly("2", "3");
        }
    }

    @Test
    void urgent_ones_overtake_what_the_window_keeps_back() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            List<String> expected = new ArrayList<>();
            for (int i = 1; i <= WINDOW + 20; i++) {
                normal("" + i);
                expected.add("" + i);
            }
            List<JsonNode> heard = new ArrayList<>(node.deliveries("bob", WINDOW));
            urgent("u1");
            urgent("u2");
            expected.addAll(WINDOW, List.of("u1", "u2"));
            node.ack("bob", heard.getLast().get("seq").asLong());
            heard.addAll(node.deliveries("bob", 22));

            assertThat(TestNode.texts(heard)).isEqualTo(expected);
            assertThat(TestNode.seqs(heard)).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void a_host_still_hears_numbers_without_holes() throws Exception {
        normal("1");
        normal("2");
        urgent("u1");
        normal("3");
        try (TestNode node = TestNode.broker(api, api.node("box"))) {
            node.host("bob");
            List<JsonNode> heard = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            while (texts.size() < 4) {
                JsonNode frame = node.delivery("bob");
                heard.add(frame);
                if (!frame.at("/payload/type").asString().equals("delivery.settled")) {
                    texts.add(TestNode.text(frame));
                }
            }
            assertThat(texts).containsExactly("u1", "1", "2", "3");
            assertThat(TestNode.seqs(heard))
                    .isEqualTo(LongStream.rangeClosed(1, heard.size()).boxed().toList());
        }
    }

    @Test
    void what_another_session_has_acknowledged_does_not_come_back() throws Exception {
        try (TestNode slow = TestNode.session(api, bob)) {
            try (TestNode quick = TestNode.session(api, bob)) {
                for (int i = 1; i <= WINDOW + 36; i++) {
                    normal("" + i);
                    quick.ack("bob", quick.delivery("bob").get("seq").asLong());
                }
                quick.heardSoFar();
            }
            urgent("u");
            normal("last");

            assertThat(TestNode.texts(slow.deliveries("bob", WINDOW + 38)))
                    .doesNotHaveDuplicates()
                    .endsWith("u", "last");
        }
    }

    @Test
    void the_next_message_goes_out_after_many_urgent_ones() throws Exception {
        normal("one");
        for (int i = 1; i <= WINDOW + 10; i++) {
            urgent("u" + i);
        }
        try (TestNode node = TestNode.session(api, bob)) {
            for (int i = 0; i < WINDOW + 11; i++) {
                node.ack("bob", node.delivery("bob").get("seq").asLong());
            }
            normal("two");

            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("two");
        }
    }

    @Test
    void an_agent_that_polls_finds_urgent_ones_first() {
        normal("1");
        urgent("u1");
        normal("2");

        assertThat(api.get("/v1/deliveries", bob).data())
                .extracting(row -> row.at("/message/text").asString())
                .containsExactly("u1", "1", "2");
    }

    @Test
    void nothing_is_lost_or_doubled_while_the_order_changes_under_load() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            int all = 600;
            Thread sender =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        for (int i = 0; i < all; i++) {
                                            if (i % 7 == 0) {
                                                urgent("u" + i);
                                            } else {
                                                normal("n" + i);
                                            }
                                        }
                                    });
            List<JsonNode> heard = new ArrayList<>();
            while (heard.size() < all) {
                JsonNode frame = node.delivery("bob");
                heard.add(frame);
                if (heard.size() % 16 == 0) {
                    node.ack("bob", frame.get("seq").asLong());
                }
            }
            sender.join();

            assertThat(node.heardSoFar()).isEmpty();
            assertThat(TestNode.seqs(heard)).isSorted().doesNotHaveDuplicates();
            assertThat(TestNode.texts(heard)).doesNotHaveDuplicates().hasSize(all);
            assertThat(ofPriority(heard, "n")).isSorted();
            assertThat(ofPriority(heard, "u")).isSorted();
        }
    }

    private static List<Integer> ofPriority(List<JsonNode> heard, String letter) {
        return TestNode.texts(heard).stream()
                .filter(text -> text.startsWith(letter))
                .map(text -> Integer.valueOf(text.substring(1)))
                .toList();
    }

    private void normal(String text) {
        api.tell(alice, "bob", text);
    }

    private void urgent(String text) {
        api.post(
                        "/v1/dm",
                        alice,
                        "{\"to\":\"bob\",\"text\":\"" + text + "\",\"priority\":\"urgent\"}")
                .data();
    }
}
