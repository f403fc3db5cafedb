package io.tacit.engine.source;

import io.tacit.engine.backend.ParquetFiles;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.TextBytes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipException;

/** The format of a source's file. */
public enum SourceFormat {
    /** Text, one row a line, fields between delimiters, the first line holds the names. */
    CSV,
    /** Text, one JSON object a line. */
    JSON,
    PARQUET,
    /** A DuckDB database. */
    DUCKDB;

    /**
     * What is said of a file's format, and nothing that its bytes say: by the schema file beside it, and where there is none
     * by the end of its name, {@code .gz} left out: {@code .json}, {@code .jsonl}, {@code .ndjson}; {@code .csv}, {@code .tsv},
     * {@code .tab}, {@code .txt}, {@code .psv}; {@code .parquet}; {@code .duckdb}. A folder, or a pattern, is one of Parquet
     * files.
     *
     * @return empty where nothing is said
     * @throws Refusal SOURCE_MISSING when there is no such file, SOURCE_SCHEMA when the schema file is not written as it
     *     should be, SOURCE_UNREADABLE for a Parquet or DuckDB file that is compressed
     */
    public static Optional<SourceFormat> declared(Path file) {
        if (ParquetFiles.isSeveral(file)) {
            ParquetFiles.of(file);
            return Optional.of(PARQUET);
        }
        if (!Files.exists(file)) {
            throw new Refusal(ErrorCode.SOURCE_MISSING, "There is no file " + file + ".", "Check its name and folder.");
        }
        Optional<SourceFormat> format = SchemaFile.read(file)
                .map(kept -> kept.format().isPresent() ? CSV : JSON)
                .or(() -> ofName(file));
        if (format.filter(each -> each == PARQUET || each == DUCKDB).isPresent() && TextBytes.isCompressed(file)) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The file " + nameOf(file) + " is compressed, and is no text.",
                    "Unpack it first: gunzip " + nameOf(file));
        }
        return format;
    }

    /**
     * The format of a file at which its owner looks: what is said of it, and where nothing is said what its bytes look like
     * ({@link LookAtFile}).
     *
     * @throws Refusal as {@link #declared}, and SOURCE_UNREADABLE when it is empty or cannot be read
     */
    public static SourceFormat detect(Path file) {
        return declared(file).orElseGet(() -> LookAtFile.format(file));
    }

    private static Optional<SourceFormat> ofName(Path file) {
        String name = nameOf(file).toLowerCase(Locale.ROOT);
        String plain = name.endsWith(TextBytes.COMPRESSED) ? name.substring(0, name.length() - 3) : name;
        return switch (plain.substring(plain.lastIndexOf('.') + 1)) {
            case "json", "jsonl", "ndjson" -> hasEnding(plain, JSON);
            case "csv", "tsv", "tab", "txt", "psv" -> hasEnding(plain, CSV);
            case "parquet" -> hasEnding(plain, PARQUET);
            case "duckdb" -> hasEnding(plain, DUCKDB);
            default -> Optional.empty();
        };
    }

    /** A file that is only called {@code csv} has no ending. */
    private static Optional<SourceFormat> hasEnding(String name, SourceFormat format) {
        return name.indexOf('.') < 0 ? Optional.empty() : Optional.of(format);
    }

    /** The file's name without its folder, for messages. */
    static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** Whether a file has no byte. */
    static boolean isNothing(Path file) {
        try {
            return Files.size(file) == 0;
        } catch (IOException cause) {
            throw unreadable(file, cause);
        }
    }

    /** The refusal for a file that the system does not let us read, or that was not compressed to its end. */
    static Refusal unreadable(Path file, IOException cause) {
        if (cause instanceof EOFException && TextBytes.isCompressed(file)) {
            return new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The file " + nameOf(file) + " ends in the middle: it is cut off.",
                    "Copy or write it again, to its end; gzip -t tells whether it is whole.");
        }
        if (cause instanceof ZipException && TextBytes.isCompressed(file)) {
            return new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The file " + nameOf(file) + " is not compressed with gzip, or is damaged.",
                    "Copy or write it again; a file that is not compressed has no .gz at the end of its name.");
        }
        return new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "The file " + nameOf(file) + " cannot be read.",
                "Check that you may read it and that its disk is there.");
    }
}
