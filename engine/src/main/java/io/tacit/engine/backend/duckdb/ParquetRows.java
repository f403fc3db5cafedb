package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rows of Parquet files as SQL that fails for no value. Where the reader itself would fail, and a file's statistics do
 * not say that no value makes it, the file is copied, its footer without what it says of such a column: the copy's numbers
 * are made times here. Which files are copied depends on values; what is read does not.
 *
 * @param folder in which copies lie, that nobody else may enter
 * @param allowed gets the files that the engine may read
 * @param lost whether each column says, with 1 or 0, where a value is NULL that its type does not know
 */
record ParquetRows(Path folder, Set<String> allowed, boolean lost) {
    /**
     * The rows of files, as a table expression.
     *
     * @param files of the same columns
     * @param columns those of the files, as the engine describes them
     * @param wanted names of those that are read
     * @param people names of those that say whose a row is
     * @throws Refusal SOURCE_SCHEMA for a column that is never read
     */
    String relation(List<Path> files, List<ResultColumn> columns, List<String> wanted, Set<String> people)
            throws IOException {
        Map<Set<String>, List<String>> alike = new LinkedHashMap<>();
        Map<String, ParquetLeaf> leaves = new HashMap<>();
        for (Path file : files) {
            ParquetFooter footer = ParquetFooter.of(file);
            footer.leaves().stream().filter(ParquetLeaf::flat).forEach(leaf -> leaves.put(leaf.name(), leaf));
            refuse(footer, wanted, file);
            Set<ParquetLeaf> unsafe =
                    new LinkedHashSet<>(footer.unsafe(name -> wanted.stream().anyMatch(name::equalsIgnoreCase)));
            Path read = unsafe.isEmpty() ? file : copied(file, footer, unsafe);
            Set<String> bare = unsafe.stream()
                    .filter(ParquetLeaf::flat)
                    .map(ParquetLeaf::name)
                    .collect(Collectors.toSet());
            alike.computeIfAbsent(bare, none -> new ArrayList<>())
                    .add(read.toAbsolutePath().toString());
        }
        Set<String> numbers = alike.keySet().stream().flatMap(Set::stream).collect(Collectors.toSet());
        List<String> parts = new ArrayList<>();
        alike.forEach((bare, paths) -> parts.add("SELECT "
                + columns.stream()
                        .filter(column -> wanted.stream().anyMatch(column.name()::equalsIgnoreCase))
                        .map(column -> SafeColumns.as(
                                column.name(),
                                people.contains(column.name().toLowerCase(Locale.ROOT))
                                        ? SafeColumns.ofPeople(column.name(), column.type())
                                        : value(column, bare, numbers, leaves),
                                lost))
                        .collect(Collectors.joining(", "))
                + " FROM " + TableView.readParquet(paths)));
        return "(" + String.join(" UNION ALL ", parts) + ")";
    }

    private static String value(
            ResultColumn column, Set<String> bare, Set<String> numbers, Map<String, ParquetLeaf> leaves) {
        if (bare.contains(column.name())) {
            return SafeColumns.ofNumbers(
                    column.name(),
                    Optional.ofNullable(leaves.get(column.name())).orElseThrow().danger());
        }
        return numbers.contains(column.name())
                ? SafeColumns.beside(column.name(), column.type())
                : SafeColumns.read(column.name(), column.type(), true);
    }

    /** A policy may still name a column that such a type has now. */
    private static void refuse(ParquetFooter footer, List<String> wanted, Path file) {
        for (ParquetLeaf leaf : footer.leaves()) {
            if (leaf.neverRead().isPresent() && wanted.stream().anyMatch(leaf.name()::equalsIgnoreCase)) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The column " + leaf.name() + " of " + file.getFileName() + " cannot be queried: "
                                + leaf.neverRead().get() + ".",
                        "One value of such a type could make every query fail. Write the column as a text or as a"
                                + " DECIMAL of whole numbers.");
            }
        }
    }

    private Path copied(Path file, ParquetFooter footer, Set<ParquetLeaf> bare) throws IOException {
        Path copy = folder.resolve("times-" + allowed.size() + ".parquet");
        footer.copy(file, copy, bare);
        allowed.add(copy.toAbsolutePath().toString());
        allowed.add(TableView.pattern(copy.toAbsolutePath().toString()));
        return copy;
    }
}
