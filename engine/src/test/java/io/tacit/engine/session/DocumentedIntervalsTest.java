package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.SeededNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The queries that the README, the guides and the reference show, over made-up people: every number of every row says how
 * accurate it is. Those of the scripts are walked by {@link ScriptTest}, those of the demonstration beside it.
 */
@NullUnmarked
class DocumentedIntervalsTest {
    private static final int PEOPLE = 900;

    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    private static final Pattern QUOTED = Pattern.compile("tacit query[^']*'(SELECT.*?)'", Pattern.DOTALL);

    @TempDir
    Path folder;

    private static List<String> queries() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Path.of("../README.md"), Path.of("../docs/reference/sql.md")));
        try (Stream<Path> guides = Files.list(Path.of("../docs/guide"))) {
            guides.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<String> queries = new ArrayList<>();
        for (Path page : pages) {
            String text = Files.readString(page);
            Matcher blocks = BLOCK.matcher(text);
            while (blocks.find()) {
                // Each query begins a line.
                Stream.of(blocks.group(1).split("\n(?=SELECT)"))
                        .filter(sql -> sql.startsWith("SELECT"))
                        .forEach(queries::add);
            }
            if (page.endsWith("README.md")) {
                Matcher quoted = QUOTED.matcher(text);
                while (quoted.find()) {
                    queries.add(quoted.group(1));
                }
            }
        }
        return queries;
    }

    private SourceTable table(String name, Protection protection, List<String> lines, Column... columns)
            throws IOException {
        List<String> all = new ArrayList<>();
        all.add(Stream.of(columns).map(Column::name).collect(Collectors.joining(",")));
        all.addAll(lines);
        Path file = Files.write(folder.resolve(name + ".csv"), all);
        return new SourceTable(
                new Table(name, List.of(columns), protection), new Source.Csv(file, new CsvFormat(',', true)));
    }

    private static List<String> rows(String form) {
        return IntStream.range(0, 4 * PEOPLE)
                .mapToObj(row -> form.formatted(row % PEOPLE, row % 4, row % 50))
                .toList();
    }

    private static Column column(String name, ColumnType type) {
        return new Column(name, type, false);
    }

    private List<SourceTable> tables() throws IOException {
        return List.of(
                table(
                        "visits",
                        new Protection.UnitColumn("VisitorId"),
                        rows("%d,%d,%d"),
                        column("VisitorId", ColumnType.BIGINT),
                        column("Day", ColumnType.BIGINT),
                        column("Money spent (euros)", ColumnType.BIGINT)),
                table(
                        "orders",
                        new Protection.UnitColumn("customer"),
                        rows("%1$d,%1$d,c%2$d,%3$d,p%2$d"),
                        column("id", ColumnType.BIGINT),
                        column("customer", ColumnType.BIGINT),
                        column("country", ColumnType.VARCHAR).among(new Domain(List.of("c0", "c1", "c2", "c3"))),
                        column("amount", ColumnType.BIGINT),
                        // The README asks the demonstration's orders, too.
                        column("o_orderpriority", ColumnType.VARCHAR)),
                table(
                        "countries",
                        new Protection.Public(),
                        List.of("c0,A", "c1,B", "c7,C"),
                        column("code", ColumnType.VARCHAR),
                        column("name", ColumnType.VARCHAR)),
                table(
                        "t",
                        new Protection.UnitColumn("uid"),
                        rows("%d,d%d,%d"),
                        column("uid", ColumnType.BIGINT),
                        column("dept", ColumnType.VARCHAR),
                        column("x", ColumnType.BIGINT)));
    }

    @Test
    void everyNumberOfTheDocumentsSaysHowAccurateItIs() throws IOException {
        Defaults plenty = new Defaults(BigDecimal.TEN, new BigDecimal("1e-6"), 5, 0.95);
        List<String> queries = queries();
        assertThat(queries).hasSizeGreaterThanOrEqualTo(9);
        try (TacitSession session = TacitSession.open(tables(), plenty, People.IN_ORDER, SeededNoise.of(111))) {
            for (String sql : queries) {
                Answer answer = session.query(sql.replace("[OPTIONS(…)] ", ""));
                assertThat(answer.rows()).as(sql).isNotEmpty();
                assertThat(answer.columns()).as(sql).anyMatch(AnswerColumn::noisy);
                for (int i = 0; i < answer.columns().size(); i++) {
                    int column = i;
                    if (answer.columns().get(column).noisy()) {
                        assertThat(answer.rows())
                                .as(sql + ": " + answer.columns().get(column).name())
                                .allMatch(row -> row.intervals().get(column) != null);
                    }
                }
            }
        }
    }
}
