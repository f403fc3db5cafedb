package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.EngineOfSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Whose rows each table holds, by what is said with --privacy-unit and --foreign-key in any order; or that it is not said. */
@NullUnmarked
class WhoseRowsTest {
    private static final Protection P = new Protection.UnitColumn("p");
    private static final Protection Q = new Protection.UnitColumn("q");
    private static final Protection BOTH = new Protection.UnitColumn(List.of("p", "q"));
    private static final Protection THROUGH = new Protection.ForeignKey("x", "a", "p");
    private static final Protection REFUSED = new Protection.Public();

    @TempDir
    private Path folder;

    /** Options, and whose rows a and b hold. */
    private static Map<String, List<Protection>> cases() {
        Map<String, List<Protection>> cases = new LinkedHashMap<>();
        List<Protection> no = List.of(REFUSED);
        cases.put("", no);
        cases.put("-u p", List.of(P, P));
        cases.put("-u p -u p", List.of(P, P));
        cases.put("-u p,q", List.of(BOTH, BOTH));
        cases.put("-u a.q", no);
        cases.put("-u a.q -u b.p", List.of(Q, P));
        cases.put("-u a.q -u p", List.of(Q, P));
        cases.put("-u b.p,q -u q", List.of(Q, BOTH));
        cases.put("-u A.q -u B.p", List.of(Q, P));
        cases.put("-u a.q -u a.q -u b.q", List.of(Q, Q));
        cases.put("-u a.q -u a.p -u b.q", no);
        cases.put("-u p -u q", no);
        cases.put("-u a.q -u b.q -u p", no);
        cases.put("-k b.x=a.p -u p", List.of(P, THROUGH));
        cases.put("-k b.x=a.p -u a.q", List.of(Q, THROUGH));
        cases.put("-k b.x=a.p -k b.x=a.p -u p", List.of(P, THROUGH));
        cases.put("-k b.x=a.p -k b.q=a.p -u p", no);
        cases.put("-k b.x=a.p -u b.p -u a.p", no);
        cases.put("-k b.x=a.p", no);
        cases.put("-k b.x -u p", no);
        cases.put("-k x=a.p -u p", no);
        cases.put("-k c.x=a.p -u p", no);
        cases.put("-u p, ", no);
        cases.put("-u a. ", no);
        return cases;
    }

    @Test
    void aTableIsOfWhomTheOptionsSay() throws IOException {
        for (String name : List.of("a", "b", "c")) {
            Files.writeString(folder.resolve(name + ".csv"), "p,q,x\n1,2,3\n");
        }
        cases().forEach((options, meant) -> {
            List<String> words = options.isEmpty() ? List.of() : new ArrayList<>(List.of(options.split(" ")));
            for (List<String> order : List.of(words, turned(words))) {
                assertThat(declared(order)).as(order.toString()).isEqualTo(meant);
            }
        });
    }

    /** The pairs of an option and its value, the last first. */
    private static List<String> turned(List<String> words) {
        List<String> turned = new ArrayList<>();
        for (int i = words.size() - 2; i >= 0; i -= 2) {
            turned.addAll(words.subList(i, i + 2));
        }
        return turned;
    }

    private List<Protection> declared(List<String> options) {
        List<String> words = new ArrayList<>(
                List.of("--table", "a=" + folder.resolve("a.csv"), "--table", "b=" + folder.resolve("b.csv")));
        words.addAll(List.of("--public", "c=" + folder.resolve("c.csv")));
        options.forEach(
                word -> words.add(word.equals("-u") ? "--privacy-unit" : word.equals("-k") ? "--foreign-key" : word));
        SourceOptions sources = new SourceOptions();
        new CommandLine(CommandSpec.create()).addMixin("sources", sources).parseArgs(words.toArray(String[]::new));
        try {
            List<Protection> said =
                    DeclareTables.declare(sources, EngineOfSources.with(DuckDbSettings.standard())).stream()
                            .map(source -> source.table().table().protection())
                            .toList();
            assertThat(said.get(2)).isEqualTo(new Protection.Public());
            return said.subList(0, 2);
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_UNIT);
            return List.of(REFUSED);
        }
    }

    private Map<String, Table> tables(boolean alone, String... options) {
        SourceOptions sources = new SourceOptions();
        List<String> words = new ArrayList<>(List.of("--table", "a=" + folder.resolve("a.csv"), "--privacy-unit", "p"));
        if (!alone) {
            words.addAll(List.of("--public", "c=" + folder.resolve("c.csv")));
        }
        words.addAll(List.of(options));
        new CommandLine(CommandSpec.create()).addMixin("sources", sources).parseArgs(words.toArray(String[]::new));
        Map<String, Table> tables = new LinkedHashMap<>();
        DeclareTables.declare(sources, EngineOfSources.with(DuckDbSettings.standard()))
                .forEach(each ->
                        tables.put(each.table().table().name(), each.table().table()));
        return tables;
    }

    /** Each table has the keys that are said of it, in their order, and each column of a key is there. */
    @Test
    void everyTableHasItsOwnUniqueKeys() throws IOException {
        for (String name : List.of("a", "c")) {
            Files.writeString(folder.resolve(name + ".csv"), "p,q,x\n1,2,3\n");
        }
        Map<String, Table> tables =
                tables(false, "--unique", "a.p", "--unique", "c.x", "--unique", "A.q,x", "--unique", "c.q,p");
        assertThat(tables.get("a").uniqueKeys()).containsExactly(List.of("p"), List.of("q", "x"));
        assertThat(tables.get("c").uniqueKeys()).containsExactly(List.of("x"), List.of("q", "p"));
        for (String key : List.of("a.y", "a.y,p", "a.p,y", "c.p,q,y", "d.p", "p")) {
            assertThatThrownBy(() -> tables(false, "--unique", "a.p", "--unique", key))
                    .as(key)
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA));
        }
    }

    /** What is said of a column is said of one table; without a table's name where there is one alone. */
    @Test
    void whatIsSaidOfAColumnIsSaidOfItsTable() throws IOException {
        for (String name : List.of("a", "c")) {
            Files.writeString(folder.resolve(name + ".csv"), "p,q,x\n1,2,3\n");
        }
        Map<String, Table> tables = tables(
                false,
                "--column",
                "a.q:BIGINT[1..5]",
                "--column",
                "C.q:[0..2]",
                "--domain",
                "c.x=3,4",
                "--column",
                "c.q:DOUBLE");
        Column ofA = tables.get("a").column("q").orElseThrow();
        Column ofC = tables.get("c").column("q").orElseThrow();
        assertThat(List.of(ofA.type(), ofC.type())).containsExactly(ColumnType.BIGINT, ColumnType.DOUBLE);
        assertThat(ofA.bounds()).isPresent();
        assertThat(ofC.bounds()).as("the later one is all that is said").isEmpty();
        assertThat(tables.get("a").column("x").orElseThrow().domain()).isEmpty();
        assertThat(tables.get("c")
                        .column("x")
                        .orElseThrow()
                        .domain()
                        .orElseThrow()
                        .values())
                .containsExactly("3", "4");
        for (boolean alone : List.of(true, false)) {
            for (List<String> option : List.of(List.of("--column", "q:BIGINT"), List.of("--domain", "q=2,3"))) {
                boolean read = true;
                try {
                    Column said = tables(alone, option.get(0), option.get(1))
                            .get("a")
                            .column("q")
                            .orElseThrow();
                    assertThat(said.type().equals(ColumnType.BIGINT)
                                    || said.domain().isPresent())
                            .isTrue();
                } catch (Refusal refusal) {
                    assertThat(refusal.rule()).isEqualTo("Of which table is the column q?");
                    read = false;
                }
                assertThat(read).as("%s alone %s", option, alone).isEqualTo(alone);
            }
        }
    }

    /** Whatever a name holds, in quotes it is that name: of a column, of a table and a column, and of several columns. */
    @Test
    void aQuotedNameIsReadAsItIs() {
        Random random = new Random(3);
        for (int i = 0; i < 2000; i++) {
            List<String> names = List.of(name(random), name(random), name(random));
            List<String> quoted = names.stream()
                    .map(name -> "\"" + name.replace("\"", "\"\"") + "\"")
                    .toList();
            WrittenName alone = WrittenName.of(quoted.get(0), any -> false);
            assertThat(alone.table()).as(quoted.get(0)).isEmpty();
            assertThat(alone.only()).isEqualTo(names.get(0));
            WrittenName named = WrittenName.of(quoted.get(0) + "." + quoted.get(1), any -> false);
            assertThat(named.table()).contains(names.get(0));
            assertThat(named.only()).isEqualTo(names.get(1));
            WrittenName several =
                    WrittenName.of("t." + String.join(random.nextBoolean() ? "," : " , ", quoted), "t"::equals);
            assertThat(several.table()).contains("t");
            assertThat(several.each()).isEqualTo(names);
        }
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            name.append("ab.,=: \"é".charAt(random.nextInt(9)));
        }
        return name.toString();
    }
}
