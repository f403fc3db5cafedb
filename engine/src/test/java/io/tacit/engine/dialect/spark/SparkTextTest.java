package io.tacit.engine.dialect.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import org.junit.jupiter.api.Test;

/** Nothing that an analyst or a name says ends its quotes, or is replaced by the cluster. */
class SparkTextTest {
    @Test
    void noSignOfATextMeansAnythingElse() {
        for (char sign = 0; sign < 128; sign++) {
            String text = SparkText.text("a" + sign + "b");
            assertThat(text).startsWith("'").endsWith("'");
            String inside = text.substring(1, text.length() - 1);
            assertThat(inside).doesNotContain("'", "$", "\"");
            assertThat(inside.replaceAll("\\\\u[0-9a-f]{4}", "")).doesNotContain("\\");
        }
        assertThat(SparkText.text("${env:HOME}")).isEqualTo("'\\u0024{env:HOME}'");
    }

    @Test
    void aNameStaysInItsQuotes() {
        assertThat(SparkText.name("a`b'c")).isEqualTo("`a``b'c`");
        assertThatThrownBy(() -> SparkText.name("${env:HOME}")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> SparkText.name("a\0b")).isInstanceOf(Refusal.class);
    }

    /** Temporary views have names of one part. */
    @Test
    void aTableIsNamedWithItsSchema() {
        assertThat(SparkText.qualified("t")).isEqualTo("`spark_catalog`.`default`.`t`");
        assertThat(SparkText.qualified("s.t")).isEqualTo("`spark_catalog`.`s`.`t`");
        assertThat(SparkText.qualified("c.s.t")).isEqualTo("`c`.`s`.`t`");
        assertThat(SparkText.qualified("/data/a.b")).isEqualTo("parquet.`/data/a.b`");
    }
}
