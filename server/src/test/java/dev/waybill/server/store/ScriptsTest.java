package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Scripts that have made databases stay as they are.
class ScriptsTest {
    private static final List<Integer> SQLITE =
            List.of(
                    -1712416664,
                    -1599796434,
                    -1474538086,
                    1030605894,
                    -1633649258,
                    -687987819,
                    1616303983,
                    649078992,
                    -11548007);
    private static final List<Integer> POSTGRES =
            List.of(
                    985836181,
                    535003734,
                    1802100208,
                    294287827,
                    547852940,
                    1962494922,
                    2064147737,
                    -1996227835,
                    1851150023);

    static Stream<Arguments> scripts() {
        return Stream.of(Arguments.of("sqlite", SQLITE), Arguments.of("postgres", POSTGRES));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void a_script_is_never_changed_once_there_is_a_database_it_has_made(
            String folder, List<Integer> checksums) {
        List<Integer> actual =
                IntStream.rangeClosed(1, Scripts.NAMES.size())
                        .mapToObj(
                                version ->
                                        new Script(folder, version, Scripts.NAMES.get(version - 1)))
                        .map(Script::getChecksum)
                        .toList();

        assertThat(actual)
                .as(
                        "db/%s: databases exist that were made by these scripts as they were, and no server looks at them again."
                                + " Put a changed script back, and what is new into a script of the next version; a new script's"
                                + " checksum is added here",
                        folder)
                .isEqualTo(checksums);
    }
}
