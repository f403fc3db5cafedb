package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which table of a server a written name means: another one might hold people, or be public. */
class TablesOnServersTest {
    private static final String POSTGRES = "jdbc:postgresql://h/d";
    private static final String SPARK = "sc://h";

    private static DatabaseSchema schema(List<String> names) {
        return new DatabaseSchema(
                names,
                names.stream()
                        .map(name -> new DatabaseSchema.Relation(
                                name, new DataEngine.FileSchema(List.of(), List.of()), List.of(), List.of()))
                        .toList());
    }

    @Test
    void theNameAsItIsWrittenComesFirst() {
        DatabaseSchema schema = schema(List.of("ORDERS", "Orders", "PUBLIC.x", "items", "main.items", "s.items", "x"));
        Map.of(
                        "Orders", "Orders",
                        "ORDERS", "ORDERS",
                        "public.Orders", "Orders",
                        "items", "items",
                        "ITEMS", "items",
                        "Public.Items", "items",
                        "main.items", "main.items",
                        "Main.Items", "main.items",
                        "S.items", "s.items",
                        "PUBLIC.x", "PUBLIC.x")
                .forEach((written, meant) -> assertThat(
                                AskServer.relation(POSTGRES, written, schema).name())
                        .as(written)
                        .isEqualTo(meant));
        assertThat(AskServer.relation(POSTGRES, "public.x", schema).name()).isEqualTo("x");
        assertThat(AskServer.relation(SPARK, "Default.Items", schema).name()).isEqualTo("items");
    }

    /** A database may have them; a name of the policy would mean whichever comes first, also where it names the person. */
    @Test
    void columnsThatDifferByCaseOnlyAreLeftOut() {
        DataEngine.FileSchema schema = new DataEngine.FileSchema(
                Stream.of("x", "Id", "y", "id", "iD", "z")
                        .map(name -> Column.nullable(name, ColumnType.BIGINT))
                        .toList(),
                List.of(new DataEngine.Unread("m", "MAP")));
        assertThat(schema.columns()).extracting(Column::name).containsExactly("x", "y", "z");
        assertThat(schema.unread()).extracting(DataEngine.Unread::name).containsExactly("m");
        assertThat(schema.ambiguous().why("ID"))
                .hasValueSatisfying(why -> assertThat(why).contains("\"Id\"", "\"id\"", "\"iD\""));
    }

    @Test
    void aNameThatMayMeanTwoTablesOrIsOfAnotherSchemaMeansNone() {
        DatabaseSchema schema = schema(List.of("ORDERS", "Orders", "items"));
        for (String written : List.of("orders", "public.orders", "main.items", "default.items", "s.items", "item")) {
            assertThatThrownBy(() -> AskServer.relation(POSTGRES, written, schema))
                    .as(written)
                    .isInstanceOf(Refusal.class);
        }
        assertThatThrownBy(() -> AskServer.relation(SPARK, "public.items", schema))
                .isInstanceOf(Refusal.class);
    }
}
