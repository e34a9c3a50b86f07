package dev.waybill.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.ConnectionFactory;
import io.lettuce.core.RedisClient;
import io.nats.client.Nats;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.Driver;

class ClientLibraryTest {
    @ParameterizedTest
    @ValueSource(classes = {Nats.class, ConnectionFactory.class, RedisClient.class, Driver.class})
    void a_library_tells_the_version_that_its_file_is_named_for(Class<?> partOfIt) {
        String version = ClientLibrary.of("it", partOfIt).version();

        assertThat(version).matches("\\d+\\.\\d+.*");
        assertThat(ClientLibrary.jar(partOfIt).getFileName().toString())
                .endsWith("-" + version.replaceFirst("/.*", "") + ".jar");
    }
}
