package io.tacit.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are one table, and which of its columns are unique. */
@NullUnmarked
class ParquetFilesTest {
    @TempDir
    Path folder;

    private Path file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, new byte[0]);
    }

    /** Files below a folder whose names end in .parquet, in whatever case, and no other. */
    @Test
    void aFolderMeansAllFilesBelowIt() throws IOException {
        List<Path> expected = List.of(file("a.parquet"), file("b/c.PARQUET"), file("b/d/e.parquet"), file("z.parquet"));
        file("x.csv");
        file("parquet");
        file("b/y.parquet.tmp");
        Files.createDirectories(folder.resolve("folder.parquet"));
        assertThat(ParquetFiles.isSeveral(folder)).isTrue();
        assertThat(ParquetFiles.of(folder)).isEqualTo(expected);
        assertThat(ParquetFiles.folder(folder)).isEqualTo(folder);
    }

    @Test
    void aPatternMeansTheFilesThatItNames() throws IOException {
        Path one = file("sales-1.parquet");
        Path two = file("sales-2.parquet");
        Path ten = file("sales-10.parquet");
        file("costs-1.parquet");
        Path below = file("year/2/sales-3.parquet");
        assertThat(ParquetFiles.of(folder.resolve("sales-?.parquet"))).containsExactly(one, two);
        assertThat(ParquetFiles.of(folder.resolve("sales-*.parquet"))).containsExactly(one, ten, two);
        assertThat(ParquetFiles.of(folder.resolve("year/*/*.parquet"))).containsExactly(below);
        assertThat(ParquetFiles.folder(folder.resolve("year/*/*.parquet"))).isEqualTo(folder.resolve("year"));
        assertThat(ParquetFiles.isSeveral(folder.resolve("sales-?.parquet"))).isTrue();
    }

    /** A file may have a sign of a pattern in its own name. */
    @Test
    void aFileIsItself() throws IOException {
        Path plain = file("plain.parquet");
        Path star = file("a*b.parquet");
        file("axb.parquet");
        for (Path one : List.of(plain, star, folder.resolve("missing.parquet"))) {
            assertThat(ParquetFiles.isSeveral(one)).isFalse();
            assertThat(ParquetFiles.of(one)).containsExactly(one);
        }
    }

    /** None is left out without a word. */
    @Test
    void asManyFilesAsMayBeAreReadAndNotOneMore() throws IOException {
        for (int i = 0; i < 4; i++) {
            file(i + ".parquet");
        }
        file("no.csv");
        for (Path several : List.of(folder, folder.resolve("*.parquet"))) {
            assertThat(ParquetFiles.of(several, 4)).hasSize(4);
            for (int most = 0; most < 4; most++) {
                int fewer = most;
                assertThatThrownBy(() -> ParquetFiles.of(several, fewer))
                        .isInstanceOfSatisfying(Refusal.class, refusal -> {
                            assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
                            assertThat(refusal.rule()).contains("more than " + fewer + " files");
                        });
            }
        }
        assertThat(ParquetFiles.of(folder.resolve("1.parquet"), 0)).hasSize(1);
    }

    @Test
    void noFileAtAllIsMissing() throws IOException {
        file("x.csv");
        for (Path none : List.of(folder, folder.resolve("*.parquet"))) {
            assertThatThrownBy(() -> ParquetFiles.of(none))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_MISSING));
        }
    }

    /** A column is unique alone: not as one of several that are unique together. */
    @Test
    void aColumnIsUniqueAlone() {
        DatabaseSchema.Relation table = new DatabaseSchema.Relation(
                "t",
                new DataEngine.FileSchema(List.of(), List.of()),
                List.of(List.of("a", "b"), List.of("c"), List.of()),
                List.of());
        assertThat(table.isUnique("a")).isFalse();
        assertThat(table.isUnique("b")).isFalse();
        assertThat(table.isUnique("c")).isTrue();
        assertThat(table.isUnique("C")).isTrue();
        assertThat(table.whole()).isEmpty();
    }
}
