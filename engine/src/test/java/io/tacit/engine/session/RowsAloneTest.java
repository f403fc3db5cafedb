package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.walk.Walk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What DuckDB computes is a function of the rows alone: {@link FormsOfSql} (every aggregate, window and condition in a
 * group, a person's step, a window, a subquery, LATERAL, a set operation, a key) over {@link ExtremePeople} (every type,
 * every extreme of one person) in DuckDB files written anew, in one from which the person was deleted, so that their
 * statistics stayed, in Parquet files with statistics of their own and in text files. All answer the same, and the same
 * as a DuckDB that rewrites no query; the rows of others are the same without the person; and nothing fails.
 */
@NullUnmarked
@Tag("walk")
class RowsAloneTest {
    /** So many values stand side by side in a query. */
    private static final int TOGETHER = 24;

    private static final List<ExtremePeople> PEOPLE = ExtremePeople.all();

    @TempDir
    static Path folder;

    private static RowsAlone places;

    @BeforeAll
    static void open() {
        List<SourceTable> all = ExtremePeople.written(folder, PEOPLE);
        List<SourceTable> others = ExtremePeople.withoutOne(folder, all);
        List<SourceTable> parquet = ExtremePeople.inParquet(folder, all);
        List<SourceTable> othersParquet = ExtremePeople.inParquet(folder, others);
        List<SourceTable> text = ExtremePeople.inText(folder, all);
        List<SourceTable> deleted = ExtremePeople.deleted(folder, PEOPLE, all);
        places = new RowsAlone(all, others, DuckDbDialect.DIALECT);
        places.in("DuckDB", true, all);
        places.in("DuckDB", false, others);
        places.in("DuckDB after DELETE", false, deleted);
        places.in("Parquet", true, parquet);
        places.in("Parquet", false, othersParquet);
        places.in("text", true, text);
    }

    @AfterAll
    static void close() {
        places.close();
    }

    @Test
    void valuesSideBySide() {
        List<Side> sides = PEOPLE.stream()
                .flatMap(people -> FormsOfSql.together().stream().map(forms -> new Side(people, forms)))
                .toList();
        for (Side side : Walk.share("values side by side", 4, sides)) {
            Walk.share("some of " + side.people().name(), 1, side.queries()).forEach(places::compare);
        }
        assertThat(places.compared()).isPositive();
        assertThat(String.join("\n\n", places.wrong())).isEmpty();
    }

    @Test
    void oneColumnInManyPlaces() {
        List<String> forms = FormsOfSql.alone();
        List<String> queries = new ArrayList<>();
        for (ExtremePeople people : PEOPLE) {
            for (int i = 0; i < forms.size(); i++) {
                List<String> columns = people.columns();
                queries.add(of(people, columns.get(i % columns.size()), forms.get(i)));
                queries.add(of(people, columns.get((i + 2) % columns.size()), forms.get(i)));
            }
        }
        for (String sql : Walk.share("one column", 10, queries)) {
            if (places.accepted(sql).isPresent()) {
                places.compare(sql);
            }
        }
        assertThat(places.compared()).isPositive();
        assertThat(String.join("\n\n", places.wrong())).isEmpty();
    }

    /** The values that stand in one place, of one type. */
    private record Side(ExtremePeople people, FormsOfSql.Forms forms) {
        List<String> queries() {
            List<String> values = new ArrayList<>();
            List<String> columns = people.columns();
            for (int i = 0; i < forms.values().size(); i++) {
                String value = forms.values().get(i);
                if (places.accepted(of(people, "c0", forms.place().sql(4, List.of(value))))
                        .isPresent()) {
                    values.add(value.replace("{c}", columns.get(i % columns.size())));
                    values.add(value.replace("{c}", columns.get((i + 2) % columns.size())));
                }
            }
            List<String> queries = new ArrayList<>();
            for (int from = 0; from < values.size(); from += TOGETHER) {
                List<String> some = values.subList(from, Math.min(values.size(), from + TOGETHER));
                // One group for each person and enough for all, in turn.
                int groups = from / TOGETHER % 2 == 0 ? 50 : 1;
                String sql = of(people, "c0", forms.place().sql(groups, some));
                if (places.accepted(sql).isPresent()) {
                    queries.add(sql);
                } else {
                    some.forEach(value ->
                            queries.add(of(people, "c0", forms.place().sql(groups, List.of(value)))));
                }
            }
            return queries;
        }
    }

    private static String of(ExtremePeople people, String column, String form) {
        return form.replace("{t}", people.name()).replace("{c}", column);
    }
}
