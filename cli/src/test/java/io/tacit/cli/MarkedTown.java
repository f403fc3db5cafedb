package io.tacit.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullUnmarked;

/**
 * A data set in which everything that ada, an analyst, may not see begins with {@link #MARK}: folders, files, hidden columns
 * and their bounds, another role with its table and columns, its analyst and account, the books, comments, the first and
 * the last person and their values.
 */
@NullUnmarked
final class MarkedTown {
    static final String MARK = "zqx";

    /** What a table's file can be. */
    enum Kind {
        CSV("csv", ""),
        JSON_LINES("jsonl", ""),
        JSON_ARRAY("json", ""),
        /** Nothing about the file says what it is, but the policy. */
        DECLARED("log", ", format: csv"),
        /** Nothing says what it is. */
        UNNAMED("log", ""),
        PARQUET("parquet", ""),
        DUCKDB("duckdb", "");

        private final String ending;
        private final String format;

        Kind(String ending, String format) {
            this.ending = ending;
            this.format = format;
        }
    }

    /** What becomes of the file. */
    enum State {
        WHOLE,
        HEADLESS,
        OTHER_HEADER,
        MORE_COLUMNS,
        TWICE_IN_HEADER,
        HALF,
        FOUR_BYTES,
        EMPTY,
        MISSING,
        FOLDER,
        UNREADABLE,
        PARQUET_SIGN,
        ZIPPED,
        CUT_ZIP,
        NULS,
        UTF_16,
        NO_UTF_8_IN_FRONT,
        NO_UTF_8,
        CARRIAGE_RETURNS,
        LONG_FIRST_LINE,
        COMMENT_IN_FRONT,
        OPEN_QUOTE
    }

    private final Path folder;
    private final Kind kind;

    private MarkedTown(Path folder, Kind kind) {
        this.folder = folder;
        this.kind = kind;
    }

    static MarkedTown of(Path folder, Kind kind) throws IOException, SQLException {
        MarkedTown town = new MarkedTown(folder, kind);
        Files.createDirectories(town.home());
        town.write();
        Files.writeString(
                town.home().resolve(MARK + "_payroll.csv"), "pid,wage," + MARK + "_rank\n1,5," + MARK + "_chief\n");
        Files.writeString(town.policy(), """
                # zqx_comment of the owner
                dataset: town
                tables:
                  people:
                    KEY: zqx_home/zqx_file.ENDING FORMAT
                    person: pid
                    columns:
                      pid: VARCHAR
                      city: VARCHAR  # zqx_comment
                      age: {type: INTEGER, bounds: [0, 120]}
                      zqx_diagnosis: {type: VARCHAR, hidden: true, values: [zqx_flu, zqx_none]}
                      zqx_wage: {type: INTEGER, roles: [zqx_staff], bounds: [0, 98765]}
                  zqx_payroll:
                    file: zqx_home/zqx_payroll.csv
                    person: pid
                    roles: [zqx_staff]
                    columns: {pid: VARCHAR, wage: INTEGER, zqx_rank: VARCHAR}
                analysts: {ada: [student], zqx_ann: [zqx_staff]}
                accounts:
                  students: {members: [role:student], budget: {epsilon: 1000, delta: 1e-2}}
                  zqx_office: {members: [role:zqx_staff], budget: {epsilon: 1000, delta: 1e-2}}
                limits: {epsilon: 2, delta: 1e-5}
                version: first
                ledger: zqx_books.sqlite
                audit_log: zqx_log.jsonl
                """.replace("KEY:", kind == Kind.DUCKDB ? "duckdb:" : "file:")
                .replace("ENDING FORMAT", kind.ending + "\n" + (kind.format.isEmpty() ? "" : "    format: csv\n"))
                .replace("\n\n", "\n"));
        return town;
    }

    Path policy() {
        return folder.resolve("tacit.yaml");
    }

    Path log() {
        return folder.resolve("zqx_log.jsonl");
    }

    private Path home() {
        return folder.resolve("zqx_home");
    }

    private Path file() {
        return home().resolve("zqx_file." + kind.ending);
    }

    private static List<List<String>> people() {
        List<List<String>> people = new ArrayList<>();
        people.add(List.of("zqx_first", "zqx_rome", "83", "zqx_flu", "4711"));
        for (int i = 0; i < 120; i++) {
            people.add(List.of("p" + i, i % 2 == 0 ? "Oslo" : "Ulm", "" + (20 + i % 50), "zqx_none", "" + (90 + i)));
        }
        people.add(List.of("zqx_last", "zqx_lima", "84", "zqx_flu", "4712"));
        return people;
    }

    private static final List<String> NAMES = List.of("pid", "city", "age", "zqx_diagnosis", "zqx_wage");

    private static String lines(boolean headed, List<String> names) {
        StringBuilder text = new StringBuilder(headed ? String.join(",", names) + "\n" : "");
        people().forEach(each -> text.append(String.join(",", each))
                .append(",zqx_more".repeat(names.size() - NAMES.size()))
                .append('\n'));
        return text.toString();
    }

    private static String objects(List<String> names, String between) {
        List<String> objects = new ArrayList<>();
        for (List<String> each : people()) {
            List<String> members = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                String value = i < each.size() ? each.get(i) : "zqx_more";
                members.add('"' + names.get(i) + "\":" + (i == 2 || i == 4 ? value : '"' + value + '"'));
            }
            objects.add("{" + String.join(",", members) + "}");
        }
        return String.join(between, objects);
    }

    private String text(List<String> names, boolean headed) {
        return switch (kind) {
            case JSON_LINES -> objects(names, "\n") + "\n";
            case JSON_ARRAY -> "[" + objects(names, ",\n") + "]\n";
            default -> lines(headed, names);
        };
    }

    private void write() throws IOException, SQLException {
        write(NAMES);
    }

    private void write(List<String> names) throws IOException, SQLException {
        remove();
        if (kind != Kind.PARQUET && kind != Kind.DUCKDB) {
            Files.writeString(file(), text(names, true));
            return;
        }
        Path csv = Files.writeString(home().resolve("zqx_rows.csv"), lines(true, names));
        boolean database = kind == Kind.DUCKDB;
        // Moved into its place: an open session of this process may hold the one that lies there.
        Path made = home().resolve("zqx_made.duckdb");
        Files.deleteIfExists(made);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + (database ? made : ""));
                Statement statement = connection.createStatement()) {
            List<String> columns = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                String name = '"' + names.get(i) + '"';
                columns.add("TRY_CAST(" + name + " AS " + (i == 2 || i == 4 ? "INTEGER" : "VARCHAR") + ") AS " + name);
            }
            String rows = "SELECT " + String.join(", ", columns) + " FROM read_csv('" + csv
                    + "', header = true, all_varchar = true)";
            statement.execute(
                    database
                            ? "CREATE TABLE people AS " + rows
                            : "COPY (" + rows + ") TO '" + file() + "' (FORMAT parquet)");
        }
        if (database) {
            Files.move(made, file());
        }
    }

    private void remove() throws IOException {
        if (Files.isDirectory(file())) {
            try (Stream<Path> all = Files.walk(file())) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        Files.deleteIfExists(file());
    }

    private void bytes(byte[] bytes) throws IOException {
        Files.write(file(), bytes);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] zipped(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        }
        return out.toByteArray();
    }

    /** Brings the file into a state. */
    void is(State state) throws IOException, SQLException {
        write();
        byte[] whole = Files.readAllBytes(file());
        switch (state) {
            case WHOLE -> {}
            case HEADLESS -> headless();
            case OTHER_HEADER -> write(List.of("zqx_id", "city", "age", "zqx_illness", "zqx_pay"));
            case MORE_COLUMNS -> write(List.of("pid", "zqx_town", "age", "zqx_diagnosis", "zqx_wage", "zqx_extra"));
            case TWICE_IN_HEADER -> twice();
            case HALF -> bytes(Arrays.copyOf(whole, whole.length / 2));
            case FOUR_BYTES -> bytes(Arrays.copyOf(whole, 4));
            case EMPTY -> bytes(new byte[0]);
            case MISSING -> remove();
            case FOLDER -> {
                remove();
                Files.createDirectories(file());
                Files.write(file().resolve("zqx_part." + kind.ending), whole);
                Files.write(file().resolve("zqx_other." + kind.ending), latin("zqx_first,zqx_rome\n"));
            }
            case UNREADABLE -> file().toFile().setReadable(false, false);
            case PARQUET_SIGN -> bytes(joined(latin("PAR1"), whole, latin("PAR1")));
            case ZIPPED -> bytes(zipped(whole));
            case CUT_ZIP -> bytes(Arrays.copyOf(zipped(whole), 300));
            case NULS -> bytes(joined(new byte[] {0, 0}, latin("zqx_first\n"), whole));
            case UTF_16 -> bytes(new String(whole, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_16));
            case NO_UTF_8_IN_FRONT -> bytes(joined(latin("zqx_\u00e9,"), whole));
            case NO_UTF_8 -> bytes(joined(whole, latin("zqx_\u00e9,zqx_\u00ff\n")));
            case CARRIAGE_RETURNS ->
                bytes(latin(new String(whole, StandardCharsets.ISO_8859_1).replace('\n', '\r') + "zqx_\u00e9"));
            case LONG_FIRST_LINE -> bytes(joined(latin("zqx_,".repeat(250_000)), whole));
            case COMMENT_IN_FRONT -> bytes(joined(latin("# zqx_first;zqx_rome;83\n"), whole));
            case OPEN_QUOTE -> bytes(joined(latin("\"zqx_first,zqx_rome\n"), whole));
            default -> throw new AssertionError(state);
        }
    }

    private void headless() throws IOException, SQLException {
        if (kind == Kind.PARQUET || kind == Kind.DUCKDB) {
            write(people().get(0));
        } else {
            Files.writeString(file(), text(people().get(0), false));
        }
    }

    private void twice() throws IOException, SQLException {
        write(
                kind == Kind.DUCKDB || kind == Kind.PARQUET
                        ? List.of("pid", "city", "age", "zqx_diagnosis", "zqx_wage", "zqx_pid")
                        : List.of("pid", "city", "age", "zqx_diagnosis", "PID", "zqx_pid"));
    }
}
