package io.tacit.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.TableDescription.ColumnDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What analysts are told of declared tables: each column of each way to say whose rows a table holds. */
@NullUnmarked
class TableDescriptionTest {
    private static Column column(String name) {
        return Column.nullable(name, ColumnType.VARCHAR);
    }

    private static String note(Table table, String column) {
        return TableDescription.of(table, new Catalog(List.of(table))).columns().stream()
                .filter(each -> each.name().equals(column))
                .map(ColumnDescription::note)
                .findFirst()
                .orElse("not shown");
    }

    /** All values where there are up to eight of them, else the first eight and how many there are. */
    @Test
    void aListOfValuesIsToldByItsFirstEight() {
        for (int many = 1; many <= 20; many++) {
            List<String> values =
                    IntStream.range(0, many).mapToObj(i -> "v" + i).toList();
            Table table = new Table("t", List.of(column("c").among(new Domain(values))), new Protection.Public());
            String told = TableDescription.of(table, new Catalog(List.of(table)))
                    .columns()
                    .get(0)
                    .values()
                    .orElseThrow();
            List<String> shown = new ArrayList<>(values.subList(0, Math.min(8, many)));
            if (many > 8) {
                shown.add("… (" + many + " values)");
            }
            assertThat(told).isEqualTo(String.join(", ", shown));
        }
    }

    /** Every set of three columns as the person, and as a key that is unique, with and without a hidden column. */
    @Test
    void aColumnIsToldWhatItIsOfThePersonAndOfWhichKeys() {
        List<String> names = List.of("a", "b", "c");
        for (int person = 1; person < 8; person++) {
            for (int key = 1; key < 8; key++) {
                for (int hidden = -1; hidden < 3; hidden++) {
                    List<Column> columns = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        Column plain = column(names.get(i));
                        columns.add(i == hidden ? plain.hiddenFromAnalysts() : plain);
                    }
                    List<String> people = some(names, person);
                    List<String> unique = some(names, key);
                    List<String> written = unique.stream()
                            .map(each -> each.toUpperCase(Locale.ROOT))
                            .toList();
                    Table table = new Table("t", columns, new Protection.UnitColumn(people)).unique(List.of(written));
                    for (int i = 0; i < 3; i++) {
                        String name = names.get(i);
                        List<String> expected = new ArrayList<>();
                        if (people.contains(name)) {
                            expected.add(people.size() == 1 ? "the person" : "part of the person");
                        }
                        boolean secret = hidden >= 0 && unique.contains(names.get(hidden));
                        if (unique.contains(name) && !secret) {
                            List<String> others = written.stream()
                                    .filter(each -> !each.equalsIgnoreCase(name))
                                    .toList();
                            expected.add(others.isEmpty() ? "unique" : "unique with " + String.join(" and ", others));
                        }
                        assertThat(note(table, name))
                                .as("%s of %s, %s, hidden %s", name, people, unique, hidden)
                                .isEqualTo(i == hidden ? "not shown" : String.join("; ", expected));
                    }
                }
            }
        }
    }

    private static List<String> some(List<String> names, int which) {
        return IntStream.range(0, names.size())
                .filter(i -> (which >> i & 1) == 1)
                .mapToObj(names::get)
                .toList();
    }

    /** The whole way from a row to its person, over as many tables as there are. */
    @Test
    void thePeopleOfATableAreFoundOverEveryTableBetween() {
        List<Table> tables = new ArrayList<>();
        tables.add(new Table("t0", List.of(column("x"), column("y")), new Protection.UnitColumn(List.of("x", "y"))));
        String way = "x and y";
        for (int i = 1; i <= 4; i++) {
            tables.add(new Table(
                    "t" + i,
                    List.of(column("k" + i)),
                    new Protection.ForeignKey("k" + i, "T" + (i - 1), "k" + (i - 1))));
            way = "k" + i + " → T" + (i - 1) + ".k" + (i - 1) + " → " + way;
            Catalog catalog = new Catalog(tables);
            assertThat(TableDescription.people(tables.get(i), catalog)).contains(way);
            assertThat(TableDescription.of(tables.get(i), catalog).whose()).isEqualTo("people, by " + way);
            assertThat(TableDescription.of(tables.get(i), catalog)
                            .columns()
                            .get(0)
                            .note())
                    .isEqualTo("leads to the person through T" + (i - 1) + ".k" + (i - 1));
        }
        Table open = new Table("open", List.of(column("x")), new Protection.Public());
        assertThat(TableDescription.of(open, new Catalog(List.of(open))).whose())
                .isEqualTo("nobody: public");
        assertThat(TableDescription.people(open, new Catalog(List.of(open)))).isEqualTo(Optional.empty());
    }
}
