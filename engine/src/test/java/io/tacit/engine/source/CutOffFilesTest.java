package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A compressed file that is cut off, at every byte, and a CSV of too many columns are told as what they are. */
@NullUnmarked
class CutOffFilesTest {
    @TempDir
    private Path folder;

    private static DeclaredSource declare(Path file) {
        return DeclareSource.declare(
                new SourceArgument("t", file, Optional.empty()),
                new Protection.Public(),
                Map.of(),
                DuckDbEngine.standard());
    }

    @Test
    void aCompressedFileThatEndsInTheMiddleSaysSo() throws IOException {
        for (String name : List.of("t.csv.gz", "t.jsonl.gz")) {
            String text = name.contains("csv") ? "who,x\n" + "1,2\n".repeat(90) : "{\"who\":1,\"x\":2}\n".repeat(90);
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                gzip.write(text.getBytes(StandardCharsets.UTF_8));
            }
            byte[] whole = packed.toByteArray();
            Path file = folder.resolve(name);
            for (int length = 1; length < whole.length; length++) {
                Files.write(file, Arrays.copyOf(whole, length));
                assertThatThrownBy(() -> declare(file))
                        .as("%s cut to %d of %d bytes", name, length, whole.length)
                        .isInstanceOfSatisfying(Refusal.class, refusal -> {
                            assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
                            assertThat(refusal.rule()).contains("ends in the middle");
                        });
            }
            Files.write(file, whole);
            assertThat(declare(file).table().table().columns()).hasSize(2);
            Files.writeString(file, text);
            assertThatThrownBy(() -> declare(file)).hasMessageContaining("is not compressed with gzip");
        }
    }

    @Test
    void aCsvOfTooManyColumnsSaysSo() throws IOException {
        for (String delimiter : List.of(",", ";", "\t", "|")) {
            for (String quote : List.of("", "\"")) {
                for (int columns : List.of(1_999, 2_000, 2_001, 5_000)) {
                    String header = IntStream.range(0, columns)
                            .mapToObj(column -> quote + "c" + column + quote)
                            .collect(Collectors.joining(delimiter));
                    String row = ("1" + delimiter).repeat(columns - 1) + "1\n";
                    Path file = folder.resolve("t.csv");
                    Files.writeString(file, header + "\n" + row.repeat(3));
                    if (columns <= 2_000) {
                        assertThat(declare(file).table().table().columns()).hasSize(columns);
                    } else {
                        assertThatThrownBy(() -> declare(file))
                                .as("%d columns by %s", columns, delimiter)
                                .hasMessageContaining("has more than 2,000 columns")
                                .hasMessageContaining("Parquet");
                    }
                }
            }
        }
    }
}
