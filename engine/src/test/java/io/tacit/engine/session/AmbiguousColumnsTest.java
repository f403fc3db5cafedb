package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.ColumnDeclaration;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A name that some engine takes for another's can neither say whose a row is nor be named. Walked are headers with two or
 * three such names × the formats that can hold them × each of the names, and the names that engines make of them × the
 * person, part of a person, a foreign key, what is declared of a column, a query, and the keys of a policy.
 */
@Tag("walk")
class AmbiguousColumnsTest {
    private static final Defaults DEFAULTS = Defaults.STANDARD;

    /** The columns of which none can be named; {@code other} stands behind them and can. */
    private static final List<List<String>> HEADERS = List.of(
            List.of("Pid", "pid"),
            List.of("pid", "pid"),
            List.of("pid", "PID", "Pid"),
            List.of("pid", "pid "),
            List.of(" pid", "pid"),
            List.of("pid\u00a0", "pid"),
            List.of("p\tid", "p id"),
            List.of("pid\u200b", "pid"),
            List.of("p\u0130d", "pid"),
            List.of("p\u0131d", "pid"),
            List.of("\u017fid", "sid"),
            List.of("\u212Aid", "kid"),
            List.of("\u00c4id", "\u00e4id"),
            List.of("n\u00e9id", "ne\u0301id"),
            List.of("stra\u00dfe", "STRASSE"),
            List.of("\uff50id", "pid"),
            List.of("pid", "PID", "pid_1"),
            List.of("pid", "Pid", "pid_2"),
            List.of("pid", "pid", "PID_1", "pid_1_1"));

    @TempDir
    Path folder = Path.of("");

    /** A way to write a table of whole numbers. */
    private enum Format {
        CSV,
        COMPRESSED_CSV,
        PARQUET,
        PARQUET_FOLDER,
        DUCKDB
    }

    private static List<String> all(List<String> names) {
        return Stream.concat(names.stream(), Stream.of("other", "v")).toList();
    }

    private Path file(Format format, List<String> names) throws IOException {
        Path place = Files.createTempDirectory(folder, "f");
        return switch (format) {
            case CSV -> Files.writeString(place.resolve("u.csv"), csv(names));
            case COMPRESSED_CSV -> {
                Path file = place.resolve("u.csv.gz");
                try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                    out.write(csv(names).getBytes(StandardCharsets.UTF_8));
                }
                yield file;
            }
            case PARQUET -> parquet(place.resolve("u.parquet"), names);
            case PARQUET_FOLDER -> {
                parquet(place.resolve("a.parquet"), names);
                parquet(place.resolve("b.parquet"), names);
                yield place;
            }
            case DUCKDB ->
                DuckDbFiles.make(
                        place,
                        List.of(
                                "CREATE TABLE u (" + columns(names, name -> name + " INTEGER") + ")",
                                "INSERT INTO u SELECT " + columns(names, name -> "range") + " FROM range(30)"));
        };
    }

    private static String columns(List<String> names, UnaryOperator<String> each) {
        return names.stream().map(name -> each.apply('"' + name + '"')).collect(Collectors.joining(", "));
    }

    private static String csv(List<String> names) {
        StringBuilder text = new StringBuilder(
                names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(",", "", "\n")));
        for (int row = 0; row < 30; row++) {
            text.append((row + ",").repeat(names.size() - 1)).append("1\n");
        }
        return text.toString();
    }

    /** DuckDB would give other names, so they are put into the finished file, each in the place of one of its length. */
    private Path parquet(Path file, List<String> names) throws IOException {
        List<String> places = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            int length = names.get(i).getBytes(StandardCharsets.UTF_8).length;
            places.add(
                    length < 3
                            ? names.get(i)
                            : String.valueOf((char) ('\u0041' + i)).repeat(length));
        }
        DuckDbFiles.make(
                folder,
                List.of("COPY (SELECT " + columns(places, place -> "range AS " + place) + " FROM range(30)) TO '" + file
                        + "' (FORMAT parquet)"));
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (int i = 0; i < names.size(); i++) {
            bytes = bytes.replace(
                    places.get(i),
                    new String(names.get(i).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
        return Files.writeString(file, bytes, StandardCharsets.ISO_8859_1);
    }

    /** Formats that hold such columns: DuckDB's tables have none that differ in the case of letters from A to Z. */
    private static List<Format> formats(List<String> header) {
        boolean possible =
                header.stream().map(AmbiguousColumnsTest::small).distinct().count() == header.size();
        return Arrays.stream(Format.values())
                .filter(format -> format != Format.DUCKDB || possible)
                .toList();
    }

    private static String small(String name) {
        return name.codePoints()
                .map(sign -> sign >= 'A' && sign <= 'Z' ? sign + 32 : sign)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static SourceTable declare(Path file, Protection protection, Map<String, ColumnDeclaration> given) {
        return DeclareSource.declare(SourceArgument.parse("u=" + file), protection, given, engine())
                .table();
    }

    private static DuckDbEngine engine() {
        return new DuckDbEngine(People.SETTINGS);
    }

    private static String refusal(ThrowingCallable call, String what) {
        Refusal refusal = catchThrowableOfType(Refusal.class, call);
        assertThat(refusal).as(what).isNotNull();
        return refusal.getMessage();
    }

    /** A header in a format. */
    private record Case(List<String> header, Format format) {}

    private static List<Case> cases(String walk) {
        return Walk.share(
                walk,
                3,
                HEADERS.stream()
                        .flatMap(header -> formats(header).stream().map(format -> new Case(header, format)))
                        .toList());
    }

    @Test
    void nobodyIsNamedByThem() throws IOException {
        for (Case walked : cases("nobodyIsNamedByThem")) {
            List<String> header = walked.header();
            Format format = walked.format();
            Path file = file(format, all(header));
            List<String> wanted = new ArrayList<>(header);
            wanted.addAll(List.of(header.get(0).strip() + "_1", header.get(0).strip() + "_2"));
            for (String name : wanted.stream().map(String::strip).distinct().toList()) {
                String what = format + " " + header + ": " + name;
                List<String> told = List.of(
                        refusal(() -> declare(file, new Protection.UnitColumn(name), Map.of()), what),
                        refusal(() -> declare(file, new Protection.UnitColumn(List.of("other", name)), Map.of()), what),
                        refusal(() -> declare(file, new Protection.ForeignKey(name, "t", "id"), Map.of()), what),
                        refusal(
                                () -> declare(
                                        file,
                                        new Protection.Public(),
                                        Map.of(name, ColumnDeclaration.parse("INTEGER[0..9]"))),
                                what),
                        refusal(() -> ask(file, "SELECT COUNT(\"" + name + "\") FROM u"), what),
                        refusal(() -> ask(file, "SELECT \"" + name + "\", COUNT(*) FROM u GROUP BY 1"), what));
                assertThat(told).as(what).allSatisfy(text -> assertThat(text).contains(places(header)));
            }
            assertThat(declare(file, new Protection.UnitColumn("other"), Map.of())
                            .table()
                            .columns())
                    .as(format + " " + header)
                    .extracting(Column::name)
                    .containsExactly("other", "v");
        }
    }

    /** Each of the columns is told with its place. */
    private static List<String> places(List<String> header) {
        List<String> places = new ArrayList<>();
        for (int i = 0; i < Math.min(2, header.size()); i++) {
            places.add("(column " + (i + 1) + ")");
        }
        return places;
    }

    private static void ask(Path file, String sql) {
        try (TacitSession session = TacitSession.open(
                List.of(declare(file, new Protection.UnitColumn("other"), Map.of())), DEFAULTS, People.SETTINGS)) {
            session.query(sql);
        }
    }

    @Test
    void noPolicyNamesThem() throws IOException {
        for (Case walked : cases("noPolicyNamesThem")) {
            List<String> header = walked.header();
            Format format = walked.format();
            Path file = file(format, all(header));
            String place = (format == Format.DUCKDB ? "duckdb: " : "file: ") + "'" + file + "'";
            for (String name : header.stream().map(String::strip).distinct().toList()) {
                String key = "\"" + name.replace('\t', ' ') + "\"";
                for (String table : List.of(
                        "    person: " + key + "\n    columns: {other: INTEGER, v: INTEGER}\n",
                        "    person: [other, " + key + "]\n    columns: {other: INTEGER, v: INTEGER}\n",
                        "    person: other\n    columns: {other: INTEGER, " + key + ": INTEGER}\n",
                        "    person: other\n    unique: [" + key + "]\n    columns: {other: INTEGER}\n")) {
                    String policy = "dataset: d\ntables:\n  u:\n    " + place + "\n" + table
                            + "analysts: {ada: []}\naccounts: {all: {members: [ada], budget: {epsilon: 1, delta: 0.001}}}\n";
                    Path yaml = Files.writeString(folder.resolve("tacit.yaml"), policy);
                    PolicyFile.Checked checked = PolicyFile.check(yaml, engine());
                    assertThat(checked.errors().stream().map(each -> each.text()))
                            .as(format + " " + header + ": " + table)
                            .anySatisfy(text -> assertThat(text).contains(places(header)));
                }
            }
        }
    }

    /** The other columns are the file's, whichever stand before them. */
    @Test
    void theOthersAreReadInTheirPlaces() throws IOException {
        for (Case walked : cases("theOthersAreReadInTheirPlaces")) {
            List<String> header = walked.header();
            Format format = walked.format();
            for (List<String> names : List.of(all(header), header(header))) {
                SourceTable table = declare(file(format, names), new Protection.UnitColumn("other"), Map.of());
                try (TacitSession session =
                        TacitSession.open(List.of(table), DEFAULTS, People.SETTINGS, ZeroNoise::new)) {
                    Answer answer = session.query("SELECT COUNT(DISTINCT other) AS n FROM u");
                    assertThat(answer.rows().get(0).values())
                            .as(format + " " + names)
                            .containsExactly(30L);
                }
            }
        }
    }

    private static List<String> header(List<String> header) {
        List<String> names = new ArrayList<>(List.of("other"));
        names.addAll(header);
        names.add("v");
        return names;
    }

    /** Whatever letters some engine takes for one are one here. */
    @Test
    void caseOfAllLettersIsForgotten() {
        for (int sign = 0; sign <= Character.MAX_CODE_POINT; sign++) {
            int small = Character.toLowerCase(sign);
            int large = Character.toUpperCase(sign);
            if (small != sign || large != sign) {
                String folded = AmbiguousNames.folded("x" + Character.toString(sign));
                for (int other : new int[] {small, large, Character.toLowerCase(large)}) {
                    if (!AmbiguousNames.folded("x" + Character.toString(other)).equals(folded)) {
                        fail(Character.getName(sign) + " is not " + Character.getName(other));
                    }
                }
            }
        }
    }
}
