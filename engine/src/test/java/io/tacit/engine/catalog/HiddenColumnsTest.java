package io.tacit.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of a table names no column that analysts cannot name. */
class HiddenColumnsTest {
    private static final List<String> NAMES = List.of("aa", "bb", "cc");

    private static List<String> some(int chosen) {
        return IntStream.range(0, NAMES.size())
                .filter(place -> (chosen >> place & 1) == 1)
                .mapToObj(NAMES::get)
                .toList();
    }

    /** Every key over every choice of hidden columns: it is told where all of it is shown, and only there. */
    @Test
    void aKeyIsToldWhereAllOfItsColumnsAreShown() {
        int all = 1 << NAMES.size();
        for (int hidden = 0; hidden < all; hidden++) {
            for (int key = 1; key < all; key++) {
                List<String> secret = some(hidden);
                List<String> unique = some(key);
                List<Column> columns = new ArrayList<>();
                for (String name : NAMES) {
                    Column column = Column.nullable(name, ColumnType.BIGINT);
                    columns.add(secret.contains(name) ? column.hiddenFromAnalysts() : column);
                }
                // Keys may be written in other letters than columns.
                Table table = new Table(
                        "t",
                        columns,
                        new Protection.Public(),
                        List.of(unique.stream().map(String::toUpperCase).toList()));
                TableDescription said = TableDescription.of(table, new Catalog(List.of(table)));
                assertThat(said.columns())
                        .extracting(TableDescription.ColumnDescription::name)
                        .doesNotContainAnyElementsOf(secret.isEmpty() ? List.of("none") : secret);
                boolean told = unique.stream().noneMatch(secret::contains);
                for (TableDescription.ColumnDescription column : said.columns()) {
                    assertThat(column.note().startsWith("unique"))
                            .as("%s of %s, %s hidden", column.name(), unique, secret)
                            .isEqualTo(told && unique.contains(column.name()));
                    for (String name : NAMES) {
                        assertThat(column.note().toLowerCase(Locale.ROOT).contains(name))
                                .as("%s in the note of %s, key %s, %s hidden", name, column.name(), unique, secret)
                                .isEqualTo(told
                                        && unique.contains(column.name())
                                        && unique.contains(name)
                                        && !name.equals(column.name()));
                    }
                }
            }
        }
    }
}
