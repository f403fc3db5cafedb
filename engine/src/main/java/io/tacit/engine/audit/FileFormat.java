package io.tacit.engine.audit;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The formats into which the tester writes made-up people, for the product to read as it reads anybody's files. */
enum FileFormat {
    CSV("csv"),
    CSV_GZ("csv.gz"),
    JSON("jsonl"),
    JSON_GZ("jsonl.gz"),
    PARQUET("parquet"),
    DUCKDB("duckdb");

    private final String ending;

    FileFormat(String ending) {
        this.ending = ending;
    }

    /** Which records of people a text file can hold that are written in no other format. */
    List<String> hostile() {
        return switch (this) {
            case CSV, CSV_GZ -> HostileRecords.CSV;
            case JSON, JSON_GZ -> HostileRecords.JSON;
            case PARQUET, DUCKDB -> List.of();
        };
    }

    /** Writes a new file into a folder. */
    Path write(Path folder, Table table, List<FileRecord> records, InventedDatabase database) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(table.name() + "." + ending);
        switch (this) {
            case CSV, CSV_GZ -> text(file, header(table) + "\n", records, FileFormat::csv);
            case JSON, JSON_GZ -> text(file, "", records, values -> json(table, values));
            case PARQUET -> database.parquet(file, table, values(records));
            case DUCKDB -> {
                database.begin(file);
                database.add(file, table, table.name(), values(records));
                database.end();
            }
        }
        return file;
    }

    private static List<List<@Nullable String>> values(List<FileRecord> records) {
        return records.stream().map(FileRecord::values).toList();
    }

    private void text(Path file, String header, List<FileRecord> records, Function<List<@Nullable String>, String> line)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(header.getBytes(StandardCharsets.UTF_8));
        for (FileRecord record : records) {
            bytes.writeBytes(record.raw()
                    .map(raw -> raw.getBytes(StandardCharsets.ISO_8859_1))
                    .orElseGet(() -> line.apply(record.values()).getBytes(StandardCharsets.UTF_8)));
            bytes.write('\n');
        }
        try (OutputStream out = ending.endsWith(".gz")
                ? new GZIPOutputStream(Files.newOutputStream(file))
                : Files.newOutputStream(file)) {
            out.write(bytes.toByteArray());
        }
    }

    private static String header(Table table) {
        return table.columns().stream().map(Column::name).collect(Collectors.joining(","));
    }

    /** NULL is nothing, and a text is in quotes. */
    private static String csv(List<@Nullable String> values) {
        List<String> fields = new ArrayList<>();
        for (String value : values) {
            fields.add(value == null ? "" : "\"" + value.replace("\"", "\"\"") + "\"");
        }
        return String.join(",", fields);
    }

    private static String json(Table table, List<@Nullable String> values) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            members.add(InventedPeople.quoted(table.columns().get(i).name()) + ":"
                    + (value == null ? "null" : InventedPeople.quoted(value)));
        }
        return "{" + String.join(",", members) + "}";
    }
}
