package dev.waybill.bench.waybill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildTest {
    @ParameterizedTest
    @CsvSource({
        "/somewhere/long/before/waybill, before",
        "/here/now/../before/waybill, before",
        "/somewhere/long/larger-heap, larger-heap",
        "/waybill, waybill"
    })
    void a_build_is_known_by_its_folder_or_by_a_name_of_its_own(String launcher, String name) {
        assertThat(new Build(Path.of(launcher), Map.of()).name()).isEqualTo(name);
    }
}
