package io.tacit.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server is known by its address, and its tables by one name each, however that is written. */
@NullUnmarked
class ServerKindTest {
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, jdbc:postgresql://host/db",
        "POSTGRESQL, jdbc:postgresql:db",
        "SPARK, sc://host:15002",
        "SPARK, spark://host",
        "'', people.csv",
        "'', /data/jdbc:postgresql:/t.csv",
        "'', jdbc:duckdb:people.db",
        "'', xsc://host",
    })
    void aServerIsKnownByTheBeginningOfItsAddress(String kind, String address) {
        assertThat(ServerKind.of(address))
                .isEqualTo(kind.isEmpty() ? Optional.empty() : Optional.of(ServerKind.valueOf(kind)));
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, orders, orders",
        "POSTGRESQL, orders, public.orders",
        "POSTGRESQL, orders, PUBLIC.orders",
        "POSTGRESQL, Orders, Public.Orders",
        "POSTGRESQL, shop.orders, shop.orders",
        "POSTGRESQL, default.orders, default.orders",
        "POSTGRESQL, public, public",
        "POSTGRESQL, publicorders, publicorders",
        "POSTGRESQL, public.orders, public.public.orders",
        "SPARK, orders, default.orders",
        "SPARK, orders, DEFAULT.orders",
        "SPARK, public.orders, public.orders",
    })
    void theUsualSchemaIsLeftOutOfANameHoweverItIsWritten(ServerKind kind, String plain, String written) {
        assertThat(kind.plain(written)).isEqualTo(plain);
    }

    @ParameterizedTest
    @CsvSource({
        "true, SPARK, /data/people",
        "true, SPARK, s3://bucket/people",
        "false, SPARK, people",
        "false, SPARK, shop.people",
        "false, POSTGRESQL, a/b",
    })
    void onlySparkReadsPaths(boolean path, ServerKind kind, String written) {
        assertThat(kind.isPath(written)).isEqualTo(path);
    }
}
