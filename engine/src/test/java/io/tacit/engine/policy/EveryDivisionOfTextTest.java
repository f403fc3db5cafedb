package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.FileColumns;
import io.tacit.engine.source.SourceArgument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How a text file divides is found once: the schema beside it and the policy that is drafted of it say the same, and the
 * fingerprint changes with it. Every delimiter, with quotes and without, with line breaks in them and
 * without, in every encoding.
 */
@NullUnmarked
class EveryDivisionOfTextTest {
    @TempDir
    private Path folder;

    private static List<CsvFormat> formats() {
        List<CsvFormat> formats = new ArrayList<>();
        for (char delimiter : new char[] {',', ';', '\t', '|'}) {
            for (boolean quoted : new boolean[] {true, false}) {
                for (TextEncoding encoding : TextEncoding.values()) {
                    CsvFormat format = new CsvFormat(delimiter, quoted, encoding);
                    formats.add(format);
                    if (quoted) {
                        formats.add(format.withMultiline(true));
                    }
                }
            }
        }
        return formats;
    }

    /** Where quotes are no text they hold the delimiter; where they are text nothing closes them. */
    private static String lines(CsvFormat format) {
        String within = format.multiline() ? "\n" : "";
        String name = format.quoted() ? "\"ä" + within + format.delimiter() + "b\"" : "\"ä";
        return ("customer_id,name\n1,N\n2,N\n3,N\n")
                .replace(',', format.delimiter())
                .replace("N", name);
    }

    @Test
    void whatIsFoundIsKeptDraftedAndRead() throws IOException {
        for (CsvFormat format : formats()) {
            Path file = Files.write(
                    folder.resolve("t.csv"),
                    lines(format).getBytes(format.encoding().charset()));
            Source expected = new Source.Csv(file, format, List.of("customer_id", "name"));
            DeclaredSource found = DeclareSource.declare(
                    SourceArgument.parse("t=" + file).in(format.encoding()),
                    new Protection.Public(),
                    Map.of(),
                    Shop.ENGINE);
            assertThat(found.table().source()).isEqualTo(expected);
            assertThat(found.notices()).hasSize(format.multiline() ? 1 : 0);
            DeclareSource.keep(found);
            assertThat(FileColumns.kept(file).orElseThrow().source()).isEqualTo(expected);
            // A draft looks at the rows, which takes longer: each encoding has a delimiter of its own there.
            boolean drafted =
                    format.delimiter() == "|,\t;".charAt(format.encoding().ordinal());
            Path policy = folder.resolve("tacit.yaml");
            String draft = drafted ? DraftPolicy.of(List.of(file), policy, Shop.ENGINE) : "";
            Files.delete(DeclareSource.schemaFile(file));
            if (drafted) {
                Files.writeString(policy, draft);
                PolicyFile.Checked checked = PolicyFile.check(policy, Shop.ENGINE);
                assertThat(checked.errors()).as(format.toString()).isEmpty();
                assertThat(checked.tables()).extracting(SourceTable::source).containsExactly(expected);
            }
        }
    }

    /** The same bytes are other rows to whoever divides them otherwise. */
    @Test
    void rowsThatAreDividedOtherwiseAreOthers() {
        Table table = new Table("t", List.of(Column.nullable("a", ColumnType.BIGINT)), new Protection.UnitColumn("a"));
        assertThat(formats().stream()
                        .map(format -> Fingerprint.of(
                                folder,
                                "shop",
                                List.of(new SourceTable(table, new Source.Csv(folder.resolve("t.csv"), format))),
                                Defaults.STANDARD,
                                QueryCeiling.NONE)))
                .doesNotHaveDuplicates();
    }
}
