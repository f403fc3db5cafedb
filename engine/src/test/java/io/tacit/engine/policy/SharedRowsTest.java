package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is public under one name must be nobody's rows under all names: every way to name files, tables and partitions,
 * against a list of what each one reads.
 */
class SharedRowsTest {
    @TempDir
    Path folder;

    /** Each way to name files, with the files that it reads. */
    private Map<String, Set<String>> namesOfFiles() throws IOException, SQLException {
        Path sales = Files.createDirectories(folder.resolve("sales/country=DE"));
        Files.createDirectories(folder.resolve("other"));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String file : List.of("sales/2023.parquet", "sales/2024.parquet", "sales/country=DE/1.parquet")) {
                statement.execute("COPY (SELECT 1 AS uid) TO '" + folder.resolve(file) + "' (FORMAT parquet)");
            }
        }
        Files.createSymbolicLink(folder.resolve("other/link.parquet"), sales.resolve("1.parquet"));
        Files.createLink(folder.resolve("other/hard.parquet"), folder.resolve("sales/2023.parquet"));
        Files.createSymbolicLink(folder.resolve("linked"), folder.resolve("sales"));
        Files.copy(folder.resolve("sales/2023.parquet"), folder.resolve("other/copy.parquet"));
        return Map.ofEntries(
                Map.entry("sales", Set.of("2023", "2024", "1")),
                Map.entry("sales/", Set.of("2023", "2024", "1")),
                Map.entry("./other/../sales", Set.of("2023", "2024", "1")),
                Map.entry("linked/2023.parquet", Set.of("2023")),
                Map.entry("sales/2023.parquet", Set.of("2023")),
                Map.entry("sales/2024.parquet", Set.of("2024")),
                Map.entry("sales/*.parquet", Set.of("2023", "2024")),
                Map.entry("sales/202?.parquet", Set.of("2023", "2024")),
                Map.entry("sales/*4.parquet", Set.of("2024")),
                Map.entry("sales/**/1.parquet", Set.of("1")),
                Map.entry("sales/country=DE", Set.of("1")),
                Map.entry("other", Set.of("1", "2023", "copy")),
                Map.entry("other/link.parquet", Set.of("1")),
                Map.entry("other/hard.parquet", Set.of("2023")),
                Map.entry("other/copy.parquet", Set.of("copy")),
                Map.entry(folder.resolve("sales/2024.parquet").toString(), Set.of("2024")));
    }

    @Test
    void aFileOfPeopleIsNotPublicByAnyOtherName() throws IOException, SQLException {
        Map<String, Set<String>> names = namesOfFiles();
        List<String> wrong = new ArrayList<>();
        names.forEach((open, read) -> names.forEach((people, theirs) -> {
            boolean shared = read.stream().anyMatch(theirs::contains);
            if (SharedRows.may(parquet(open), parquet(people)) != shared) {
                wrong.add(open + " beside " + people);
            }
        }));
        assertThat(wrong).isEmpty();
    }

    private DeclaredTable parquet(String name) {
        return declared(new Source.Parquet(folder.resolve(name)), "");
    }

    @Test
    void aPolicyWithAPublicFolderOfPeoplesFilesIsRefused() throws IOException, SQLException {
        namesOfFiles();
        assertThat(errors("sales", "other/hard.parquet")).containsExactly("tables.open.public");
        assertThat(errors("sales/*4.parquet", "other")).isEmpty();
    }

    private List<String> errors(String open, String people) throws IOException {
        String policy = "dataset: shop\ntables:\n  open: {file: '" + open + "', public: true}\n  people: {file: '"
                + people + "', person: uid}\nanalysts: {ada: []}\naccounts:\n"
                + "  all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}, stop_after_failures: 3}\n";
        Path file = Files.writeString(folder.resolve("tacit.yaml"), policy);
        return PolicyFile.check(file, Shop.ENGINE).errors().stream()
                .map(Finding::path)
                .toList();
    }

    /** Formats of one file, and tables of one database. */
    @Test
    void inOneDatabaseItIsTheTableThatCounts() throws IOException {
        Path one = Files.writeString(folder.resolve("one.duckdb"), "");
        Path link = Files.createSymbolicLink(folder.resolve("link.duckdb"), one);
        Path two = Files.writeString(folder.resolve("two.duckdb"), "");
        List<Source> sources = List.of(
                new Source.DuckDb(one, "people"),
                new Source.DuckDb(link, "PEOPLE"),
                new Source.DuckDb(one, "other"),
                new Source.DuckDb(two, "people"),
                new Source.Json(two));
        assertThat(shared(sources)).isEqualTo(new TreeSet<>(Set.of("0 1", "1 0", "3 4", "4 3")));
    }

    @Test
    void onServersTablesPathsAndPartitionsCount() {
        String postgres = "jdbc:postgresql://h/d";
        List<DeclaredTable> tables = List.of(
                declared(new Source.Server(postgres, "orders"), ""),
                declared(new Source.Server("jdbc:postgresql://h.example/d", "Orders"), ""),
                declared(new Source.Server(postgres, "orders_2024"), "orders"),
                declared(new Source.Server(postgres, "orders_2025"), "orders"),
                declared(new Source.Server(postgres, "s.orders"), ""),
                declared(new Source.Server(postgres, "items"), ""));
        assertThat(sharedTables(tables))
                .isEqualTo(new TreeSet<>(
                        Set.of("0 1", "0 2", "0 3", "1 0", "1 2", "1 3", "2 0", "2 1", "2 3", "3 0", "3 1", "3 2")));
    }

    /** The files of a server are not here: a name may be another's, or lie below it. */
    @Test
    void pathsOfASparkClusterAreComparedFolderByFolder() {
        List<List<String>> alike = List.of(
                List.of("/data/people", "/data/people/"),
                List.of("/data/people", "/data//people"),
                List.of("/data/people", "/data/./people"),
                List.of("/data/people", "/data/x/../people"),
                List.of("/data/people", "/data/people/2024"),
                List.of("/data/people", "/DATA/People"),
                List.of("/data/people", "/../data/people"),
                List.of("/data/people", "/../../x/../data/./people//"),
                List.of("/data/people", "file:/../data/people"),
                List.of("/data/people", "file:/data/people"),
                List.of("/data/people", "file:///data/people"),
                List.of("/data/people", "hdfs://node/data/people"),
                List.of("hdfs://one/data/people", "HDFS://two/data/people"),
                List.of("s3://data/people", "s3a://data/people/1.parquet"),
                List.of("s3://data/", "s3://DATA/people"),
                List.of("s3://data/people", "/people"),
                List.of("/data/*", "/data/people"),
                List.of("/data/pe?ple", "/data/people/2024"),
                List.of("/data/p*", "/data/*e"),
                List.of("/data/{people,x}", "/data/people"),
                List.of("/data/[a-p]eople", "/data/people"),
                List.of("/", "/data"));
        List<List<String>> different = List.of(
                List.of("/data/people", "/data/countries"),
                List.of("/data/people", "/people"),
                List.of("/data/people", "/data/people2"),
                List.of("/data/people", "/data/people/../countries"),
                List.of("s3://data/people", "s3://open/people"),
                List.of("/data/c*", "/data/people"),
                List.of("/data/people?", "/data/people"),
                List.of("/data/people.x", "/data/peopleyx"));
        for (List<String> pair : alike) {
            assertThat(sharedPaths(pair)).as(pair.toString()).containsExactly("0 1", "1 0");
        }
        for (List<String> pair : different) {
            assertThat(sharedPaths(pair)).as(pair.toString()).isEmpty();
        }
        assertThat(shared(List.of(new Source.Server("sc://h", "people"), new Source.Server("sc://h", "/data/people"))))
                .isEmpty();
    }

    /** Every way round to a folder comes to it, whatever the address begins with; and to no other. */
    @Test
    void pathsMayGoBackInEveryAddress() {
        for (String begin :
                List.of("", "file:", "file://", "hdfs://node", "viewfs://c", "webhdfs://n:1", "s3://b", "abfs://x@y")) {
            String straight = begin + "/data/people";
            for (String round : List.of(
                    "/data/people/",
                    "/data//people//",
                    "/./data/./people",
                    "/x/../data/people",
                    "/data/x/../people",
                    "/data/x/y/../../people",
                    "/data/people/x/..",
                    "/../data/people",
                    "/DATA/People")) {
                assertThat(sharedPaths(List.of(straight, begin + round)))
                        .as("%s and %s", straight, round)
                        .containsExactly("0 1", "1 0");
                assertThat(sharedPaths(List.of(straight + "s", begin + round)))
                        .as("%ss and %s", straight, round)
                        .isEmpty();
            }
        }
    }

    private static Set<String> sharedPaths(List<String> paths) {
        return shared(paths.stream()
                .<Source>map(path -> new Source.Server("sc://h", path))
                .toList());
    }

    private static Set<String> shared(List<Source> sources) {
        return sharedTables(sources.stream().map(each -> declared(each, "")).toList());
    }

    /** All pairs of different tables of which the policy may not call the first one public. */
    private static Set<String> sharedTables(List<DeclaredTable> tables) {
        Set<String> shared = new TreeSet<>();
        for (int i = 0; i < tables.size(); i++) {
            for (int j = 0; j < tables.size(); j++) {
                if (i != j && SharedRows.may(tables.get(i), tables.get(j))) {
                    shared.add(i + " " + j);
                }
            }
        }
        return shared;
    }

    /** All tables of a policy lie in files, or all in one database of one server: of any two that do not, it is said. */
    @Test
    void tablesOfTwoPlacesAreRefused() {
        List<List<Source>> places = List.of(
                List.of(
                        new Source.Csv(folder.resolve("a.csv"), new CsvFormat(',', true)),
                        new Source.DuckDb(folder.resolve("b.duckdb"), "t")),
                List.of(
                        new Source.Server("jdbc:postgresql://h/d", "s.t"),
                        new Source.Server("jdbc:postgresql://h/d", "s.u")),
                List.of(new Source.Server("jdbc:postgresql://h/e", "s.t")),
                // Who reads is a part of where: what the one may not see the other may.
                List.of(new Source.Server("jdbc:postgresql://h/d?user=one", "s.t")),
                List.of(new Source.Server("jdbc:postgresql://h/d?user=two", "s.t")),
                List.of(new Source.Server("sc://h/;user_id=one", "t")),
                List.of(new Source.Server("jdbc:postgresql://i/d", "s.t")),
                List.of(new Source.Server("sc://h", "t")),
                List.of(new Source.Server("sc://i", "t")));
        for (List<Source> some : places) {
            for (List<Source> others : places) {
                for (Source one : some) {
                    for (Source other : others) {
                        Findings findings = new Findings();
                        CheckTables.check(List.of(declared(one, ""), declared(other, "")), findings);
                        assertThat(findings.hasErrors())
                                .as("%s and %s", one, other)
                                .isEqualTo(some != others);
                    }
                }
            }
        }
    }

    private static DeclaredTable declared(Source source, String whole) {
        List<Column> columns = List.of(Column.nullable("uid", ColumnType.INTEGER));
        return new DeclaredTable(
                new SourceTable(new Table("t", columns, new Protection.Public()), source),
                Optional.empty(),
                Map.of(),
                false,
                Optional.of(new DatabaseSchema.Relation(
                        source.match(file -> "t", Source.Server::table),
                        new DataEngine.FileSchema(columns, List.of()),
                        List.of(),
                        List.of(),
                        Optional.of(whole).filter(name -> !name.isEmpty()))),
                new Section(new YamlValue.Fields(List.of(), new Position(1, 1)), "tables.t", new Findings()));
    }
}
