package dev.waybill.protocol.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.node.Binding;
import dev.waybill.protocol.node.Node;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.protocol.wire.WireWord;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentCreated;
import dev.waybill.protocol.workspace.AgentDetail;
import dev.waybill.protocol.workspace.Channel;
import dev.waybill.protocol.workspace.ChannelDetail;
import dev.waybill.protocol.workspace.SessionEvent;
import dev.waybill.protocol.workspace.Workspace;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleDeserializers;
import tools.jackson.databind.module.SimpleModule;

/// Every type whose wire form is not simply its record components: ids, times, enums, and who writes its nulls.
final class WireShapes {
    /// Strict clients require these records' empty fields to be there as `null`.
    private static final List<Class<?>> NULLS_WRITTEN =
            List.of(
                    Agent.class,
                    AgentCreated.class,
                    AgentDetail.class,
                    Channel.class,
                    ChannelDetail.class,
                    Message.class,
                    SessionEvent.class,
                    Workspace.class,
                    Action.class,
                    InvokeAck.class,
                    Invocation.class,
                    Node.class,
                    Binding.class);

    private WireShapes() {}

    static JacksonModule module() {
        SimpleModule module = new SimpleModule("waybill");
        // First, because it replaces the deserializers that are there.
        module.setDeserializers(new WireWords());
        text(module, WorkspaceId.class, WorkspaceId::text, WorkspaceId::parse);
        text(module, AgentId.class, AgentId::text, AgentId::parse);
        text(module, ChannelId.class, ChannelId::text, ChannelId::parse);
        text(module, MessageId.class, MessageId::text, MessageId::parse);
        text(module, DeliveryId.class, DeliveryId::value, DeliveryId::new);
        text(module, NodeId.class, NodeId::value, NodeId::new);
        text(module, ObserverId.class, ObserverId::value, ObserverId::new);
        text(module, ActionId.class, ActionId::value, ActionId::new);
        text(module, InvocationId.class, InvocationId::value, InvocationId::new);
        text(module, Instant.class, Rfc3339::format, Rfc3339::parse);
        module.addSerializer(WireWord.class, new TextSerializer<>(WireWord::wire));
        return module;
    }

    static Map<Class<?>, Class<?>> mixIns() {
        return NULLS_WRITTEN.stream()
                .collect(Collectors.toMap(type -> type, _ -> NullsWritten.class));
    }

    static JsonInclude.Value defaultInclusion(JsonInclude.Value inherited) {
        return inherited.withValueInclusion(JsonInclude.Include.NON_NULL);
    }

    private static <T> void text(
            SimpleModule module,
            Class<T> type,
            Function<T, String> write,
            Function<String, T> read) {
        module.addSerializer(type, new TextSerializer<>(write));
        module.addDeserializer(type, new TextDeserializer<>(read));
    }

    @JsonInclude(JsonInclude.Include.ALWAYS)
    private interface NullsWritten {}

    /// Reads every enum that has wire words by them.
    private static final class WireWords extends SimpleDeserializers {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable ValueDeserializer<?> findEnumDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription.Supplier about) {
            return WireWord.class.isAssignableFrom(type.getRawClass())
                    ? new TextDeserializer<>(word -> WireWord.parseAny(type.getRawClass(), word))
                    : super.findEnumDeserializer(type, config, about);
        }
    }

    private static final class TextSerializer<T> extends ValueSerializer<T> {
        private final Function<T, String> write;

        TextSerializer(Function<T, String> write) {
            this.write = write;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializationContext context) {
            out.writeString(write.apply(value));
        }
    }

    private static final class TextDeserializer<T> extends ValueDeserializer<T> {
        private final Function<String, T> read;

        TextDeserializer(Function<String, T> read) {
            this.read = read;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) {
            if (in.currentToken() != JsonToken.VALUE_STRING) {
                context.reportWrongTokenException(String.class, JsonToken.VALUE_STRING, "");
            }
            try {
                return read.apply(in.getString());
            } catch (IllegalArgumentException e) {
                throw DatabindException.from(in, e.getMessage(), e);
            }
        }
    }
}
