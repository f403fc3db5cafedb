package io.tacit.engine.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The schema that is kept beside a text file, as {@code <file>.tacit.yaml}. It is public.
 *
 * @param format how lines divide; none for JSON
 * @param columns in the file's order
 */
record SchemaFile(Optional<CsvFormat> format, List<Entry> columns) {
    /**
     * A column.
     *
     * @param name in queries
     * @param says its type, and its bounds and domain where there are any
     */
    record Entry(String name, ColumnDeclaration says) {
        /** A column as it is declared. */
        static Entry of(Column column) {
            Optional<ColumnDeclaration.Ends> ends = column.bounds()
                    .map(bounds ->
                            new ColumnDeclaration.Ends(bounds.lowText(column.type()), bounds.highText(column.type())));
            return new Entry(
                    column.name(),
                    new ColumnDeclaration(
                            Optional.of(column.type()), ends, column.domain().map(Domain::values)));
        }

        /**
         * The column that it declares.
         *
         * @throws Refusal SOURCE_SCHEMA when bounds or values do not fit the type
         */
        Column column() {
            return says.applied(Column.nullable(name, says.type().orElse(ColumnType.VARCHAR)));
        }
    }

    /** Where the schema of a file is kept. */
    static Path beside(Path file) {
        return file.resolveSibling(SourceFormat.nameOf(file) + ".tacit.yaml");
    }

    /** Writes it whole or not at all. */
    void write(Path file) throws IOException {
        Path target = beside(file);
        Path draft = target.resolveSibling(SourceFormat.nameOf(target) + ".new");
        try {
            Files.writeString(draft, text(SourceFormat.nameOf(file)));
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private String text(String fileName) {
        StringBuilder text = new StringBuilder();
        text.append("# How Tacit reads ")
                .append(fileName.replaceAll("\\p{Cntrl}", " "))
                .append(".\n");
        text.append(
                "# Proposed once; from now on this file decides. You may change the types, or delete this file to\n");
        text.append("# have them proposed anew. It counts as public: analysts see these names and types.\n");
        text.append("# Values that do not fit their type are read as NULL. Types: BOOLEAN, INTEGER, BIGINT,\n");
        text.append("# DECIMAL(18,2), DOUBLE, VARCHAR, DATE, TIME, TIMESTAMP. Below a type may stand what you know of"
                + " the\n");
        text.append("# values: bounds: [0, 100] or all of them, values: [\"a\", \"b\"]; no value is ever compared with"
                + " it.\n");
        text.append("# A TIMESTAMP is in UTC: 23:30+02:00 is read as 21:30, a time without offset as it stands.\n");
        if (format.filter(CsvFormat::quoted).isPresent()) {
            text.append(
                    "# multiline: true where values in quotes hold line breaks. Then all quotes must be closed, on your"
                            + " word;\n# with false every line is a row, and no record spans lines on your word.\n");
        }
        text.append("format: ").append(format.isPresent() ? "csv" : "json").append('\n');
        format.ifPresent(csv -> text.append("delimiter: ")
                .append(YamlText.quoted(String.valueOf(csv.delimiter())))
                .append("\nquoted: ")
                .append(csv.quoted())
                .append(csv.quoted() ? "\nmultiline: " + csv.multiline() : "")
                .append(
                        csv.encoding() == TextEncoding.UTF_8
                                ? ""
                                : "\nencoding: " + csv.encoding().shown())
                .append('\n'));
        text.append("columns:\n");
        for (Entry column : columns) {
            text.append("  - name: ").append(YamlText.quoted(column.name())).append('\n');
            append(text, column.says());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, ColumnDeclaration says) {
        says.type()
                .ifPresent(type -> text.append("    type: ").append(type.sql()).append('\n'));
        says.bounds()
                .ifPresent(ends -> text.append("    bounds: [")
                        .append(ends.low())
                        .append(", ")
                        .append(ends.high())
                        .append("]\n"));
        says.domain()
                .ifPresent(values -> text.append("    values: [")
                        .append(values.stream().map(YamlText::quoted).collect(Collectors.joining(", ")))
                        .append("]\n"));
    }

    /**
     * Reads the schema beside a file, if there is one.
     *
     * @throws Refusal SOURCE_SCHEMA when it is not written as it should be
     */
    static Optional<SchemaFile> read(Path file) {
        Path path = beside(file);
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        try (InputStream input = Files.newInputStream(path);
                JsonParser parser = new YAMLFactory().createParser(input)) {
            return Optional.of(new Reading(path, parser).schema());
        } catch (JsonProcessingException malformed) {
            throw bad(path, "is no YAML that can be read");
        } catch (IOException cause) {
            throw SourceFormat.unreadable(path, cause);
        }
    }

    private static Refusal bad(Path path, String what) {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The schema file " + SourceFormat.nameOf(path) + " " + what + ".",
                "Correct it, or delete it to have a schema proposed anew.");
    }

    /** Reads a schema file token by token: start-up time leaves no room for a larger parser. */
    private static final class Reading {
        private final Path path;
        private final JsonParser parser;
        private final List<Entry> columns = new ArrayList<>();
        private @Nullable String format;
        private @Nullable String delimiter;
        private TextEncoding encoding = TextEncoding.UTF_8;
        private boolean quoted = true;
        private boolean multiline;

        Reading(Path path, JsonParser parser) {
            this.path = path;
            this.parser = parser;
        }

        SchemaFile schema() throws IOException {
            expect(parser.nextToken(), JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                member(parser.currentName());
            }
            if (columns.isEmpty()) {
                throw bad(path, "names no columns");
            }
            Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            if (!columns.stream().map(Entry::name).allMatch(names::add)) {
                throw bad(path, "names a column twice");
            }
            return new SchemaFile(csvFormat(), List.copyOf(columns));
        }

        private void member(String name) throws IOException {
            JsonToken token = parser.nextToken();
            switch (name) {
                case "format" -> format = scalar(token);
                case "delimiter" -> delimiter = scalar(token);
                case "quoted" -> quoted = truth(name, scalar(token));
                case "multiline" -> multiline = truth(name, scalar(token));
                case "encoding" -> encoding = encoding(scalar(token));
                case "columns" -> columns(token);
                default -> throw bad(path, "says something unknown: " + name);
            }
        }

        private void columns(JsonToken token) throws IOException {
            expect(token, JsonToken.START_ARRAY);
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                columns.add(column());
            }
            expect(parser.currentToken(), JsonToken.END_ARRAY);
        }

        private Entry column() throws IOException {
            String name = "";
            ColumnDeclaration says = ColumnDeclaration.NOTHING;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String member = parser.currentName();
                JsonToken token = parser.nextToken();
                switch (member) {
                    case "name" -> name = scalar(token);
                    case "type" ->
                        says = new ColumnDeclaration(
                                Optional.of(TypeName.parse(scalar(token))), says.bounds(), says.domain());
                    case "bounds" ->
                        says = new ColumnDeclaration(says.type(), Optional.of(ends(list(token))), says.domain());
                    case "values" -> says = says.among(list(token));
                    default -> throw bad(path, "says something unknown about a column: " + member);
                }
            }
            if (name.isEmpty() || says.type().isEmpty()) {
                throw bad(path, "has a column without name or type");
            }
            return new Entry(name, says);
        }

        private ColumnDeclaration.Ends ends(List<String> values) {
            if (values.size() != 2) {
                throw bad(path, "must give a column two bounds, as in bounds: [0, 100]");
            }
            return new ColumnDeclaration.Ends(values.get(0), values.get(1));
        }

        private List<String> list(@Nullable JsonToken token) throws IOException {
            expect(token, JsonToken.START_ARRAY);
            List<String> values = new ArrayList<>();
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                if (next == JsonToken.VALUE_NULL) {
                    throw bad(path, "has NULL among bounds or values; put texts in quotes");
                }
                values.add(scalar(next));
            }
            return values;
        }

        private Optional<CsvFormat> csvFormat() {
            if ("json".equals(format)) {
                return Optional.empty();
            }
            if (!"csv".equals(format)) {
                throw bad(path, "must say format: csv or format: json");
            }
            if (delimiter == null || delimiter.length() != 1) {
                throw bad(path, "must name one character as delimiter");
            }
            if (multiline && !quoted) {
                throw bad(path, "says multiline: true, which needs quoted: true");
            }
            try {
                return Optional.of(new CsvFormat(delimiter.charAt(0), quoted, encoding, multiline));
            } catch (IllegalArgumentException unusable) {
                throw bad(path, "names a delimiter that cannot be one");
            }
        }

        private TextEncoding encoding(String name) {
            return TextEncoding.of(name)
                    .orElseThrow(() -> bad(path, "must say encoding: utf-8, latin1, iso-8859-15 or windows-1252"));
        }

        private boolean truth(String name, String text) {
            if (!text.equals("true") && !text.equals("false")) {
                throw bad(path, "must say " + name + ": true or " + name + ": false");
            }
            return text.equals("true");
        }

        private String scalar(@Nullable JsonToken token) throws IOException {
            if (token == null || !token.isScalarValue()) {
                throw bad(path, "is not written as Tacit writes it");
            }
            return parser.getText();
        }

        private void expect(@Nullable JsonToken token, JsonToken wanted) {
            if (token != wanted) {
                throw bad(path, "is not written as Tacit writes it");
            }
        }
    }
}
