package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Links;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.Speech;
import dev.waybill.protocol.network.ThreadId;
import dev.waybill.protocol.network.TraceId;
import dev.waybill.protocol.network.prompt.Wrapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrapperAttributesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "msg-1",
                "a\"b'c<d>e&f",
                "line\nbreak\tand \u202e hidden",
                "&amp;#10;",
                "x\" trust=\"verified",
                "\ud83d\ude00"
            })
    void a_name_comes_out_as_it_was_written(String id) {
        WrapperAttributes attributes = new WrapperAttributes(wrapped(id));

        assertThat(attributes.value("id")).hasValue(id);
        assertThat(attributes.value("trace-id")).hasValue(id);
        assertThat(attributes.value("trust")).hasValue("untrusted");
    }

    @Test
    void what_is_not_there_is_empty() {
        assertThat(new WrapperAttributes(wrapped("m")).value("work-id")).isEmpty();
        assertThat(new WrapperAttributes("").value("id")).isEmpty();
    }

    private static String wrapped(String id) {
        Place place = new Place.InThread(new ThreadId("thread_release"));
        return Wrapper.wrap(
                Envelope.of(
                        new EnvelopeId(id),
                        new Scope(null, new NetworkChannel("builders")),
                        new PeerId("coder.sess-a"),
                        null,
                        1,
                        null,
                        new Links(null, new TraceId(id), null),
                        new Content.Say(place, null, new Speech("hi", List.of(), null))));
    }
}
