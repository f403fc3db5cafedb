package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValueListTest {
    @Test
    void commasDivideExceptInQuotes() {
        assertThat(ValueList.parse("red")).containsExactly("red");
        assertThat(ValueList.parse("red, dark green ,blue")).containsExactly("red", "dark green", "blue");
        assertThat(ValueList.parse("\"black, or white\" ,\"a \"\"b\"\"\",\"\",x\"y"))
                .containsExactly("black, or white", "a \"b\"", "", "x\"y");
        assertThat(ValueList.parse("\" x \"")).containsExactly(" x ");
    }

    @Test
    void whatIsMissingOrUnclosedIsRefused() {
        for (String text : List.of("", " ", "a,", ",a", "a,,b", "\"a", "\"a\"\"", "\"a\" b")) {
            assertThatThrownBy(() -> ValueList.parse(text)).as(text).isInstanceOf(Refusal.class);
        }
    }
}
