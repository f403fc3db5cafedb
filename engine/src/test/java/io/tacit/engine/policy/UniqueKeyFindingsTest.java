package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Unique keys that name no column, say nothing more, or contradict what else is declared, are found where they stand.
 */
@NullUnmarked
class UniqueKeyFindingsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "idd | 6:5: tables.customer.unique: customer has no column idd. Did you mean id?",
                "[[age, Age]] | 6:5: tables.customer.unique: A key names a column twice.",
                "{id: true} | 6:13: tables.customer.unique: This must be",
                "[id, [age, id]] | 6:5: warning: tables.customer.unique: The key age, id says nothing more",
                "country | 6:5: warning: tables.customer.unique: With the declared values of country",
            })
    void isFoundWhereItStands(String keys, String expected) throws IOException, SQLException {
        String policy = Shop.GOOD.replace("    person: id\n", "    person: id\n    unique: " + keys + "\n");
        assertThat(Shop.in(folder).check(policy).findings())
                .extracting(Finding::text)
                .anySatisfy(found -> assertThat(found).startsWith(expected));
    }
}
