package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceArgumentTest {
    @TempDir
    Path folder;

    @Test
    void readsNameFileAndTable() throws IOException {
        Path file = Files.createFile(folder.resolve("d.db"));
        Path odd = Files.createFile(folder.resolve("a:b=c"));
        assertThat(SourceArgument.parse("v=" + file)).isEqualTo(new SourceArgument("v", file, Optional.empty()));
        assertThat(SourceArgument.parse("v=" + file + ":s.t"))
                .isEqualTo(new SourceArgument("v", file, Optional.of("s.t")));
        Path shop = Files.createFile(folder.resolve("a:b.duckdb"));
        assertThat(SourceArgument.parse("v=" + shop)).isEqualTo(new SourceArgument("v", shop, Optional.empty()));
        assertThat(SourceArgument.parse("v=" + shop + ":t")).isEqualTo(new SourceArgument("v", shop, Optional.of("t")));
        assertThat(SourceArgument.parse("v=" + shop + ":").path()).isEqualTo(Path.of(shop + ":"));
        assertThat(SourceArgument.parse("v=" + folder.resolve("none.duckdb") + ":t"))
                .isEqualTo(new SourceArgument("v", Path.of(folder.resolve("none.duckdb") + ":t"), Optional.empty()));
        assertThat(SourceArgument.parse("my visits=" + odd))
                .isEqualTo(new SourceArgument("my visits", odd, Optional.empty()));
        assertThat(SourceArgument.parse("v=missing.csv").path()).isEqualTo(Path.of("missing.csv"));
    }

    @Test
    void refusesWhatIsNoName() {
        for (String text : List.of("", "v", "=f", "v=", " =f", "a\"b=f", "a\nb=f", "x".repeat(129) + "=f")) {
            Refusal refusal = catchThrowableOfType(Refusal.class, () -> SourceArgument.parse(text));
            assertThat(refusal.code()).as(text).isEqualTo(ErrorCode.SOURCE_NAME);
        }
    }

    @Test
    void aNameHasOneToAHundredAndTwentyEightSigns() {
        for (int length = 1; length <= 130; length++) {
            String name = "x".repeat(length);
            if (length <= 128) {
                assertThat(SourceArgument.parse(name + "=f").name()).isEqualTo(name);
            } else {
                assertThat(catchThrowableOfType(Refusal.class, () -> SourceArgument.parse(name + "=f")))
                        .as("%s", length)
                        .isNotNull();
            }
        }
    }

    @Test
    void readsTypeNames() {
        assertThat(TypeName.parse("decimal( 18 , 2 )")).isEqualTo(ColumnType.decimal(18, 2));
        assertThat(TypeName.parse("text")).isEqualTo(ColumnType.VARCHAR);
        for (String name : List.of("BLOB", "DECIMAL", "DECIMAL(39,1)", "DECIMAL(2,3)", "DECIMAL(0,0)", "")) {
            Refusal refusal = catchThrowableOfType(Refusal.class, () -> TypeName.parse(name));
            assertThat(refusal.code()).as(name).isEqualTo(ErrorCode.SOURCE_SCHEMA);
        }
    }
}
