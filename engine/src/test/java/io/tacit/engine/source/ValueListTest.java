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

    /** Each value with quotes, or without where it needs none, and with spaces around it, at every place in a list. */
    @Test
    void everyListIsReadAsItIsWritten() {
        List<String> values = List.of("red", "dark green", "a, b", "say \"x\"", "", " ", " padded ", ",", "\"", "é");
        for (String one : values) {
            for (String other : values) {
                for (int way = 0; way < 36; way++) {
                    String first = written(one, way % 2 == 0, way / 4 % 3);
                    String second = written(other, way / 2 % 2 == 0, way / 12);
                    assertThat(ValueList.parse(first + "," + second))
                            .as("%s,%s", first, second)
                            .containsExactly(one, other);
                    assertThat(ValueList.parse(first + "," + second + "," + first))
                            .as("%s,%s,%s", first, second, first)
                            .containsExactly(one, other, one);
                }
            }
        }
    }

    private static String written(String value, boolean quoted, int spaces) {
        boolean needed =
                value.isBlank() || !value.equals(value.strip()) || value.contains(",") || value.startsWith("\"");
        String text = quoted || needed ? '"' + value.replace("\"", "\"\"") + '"' : value;
        return " ".repeat(spaces) + text + " ".repeat(spaces / 2);
    }

    @Test
    void whatIsMissingOrUnclosedIsRefused() {
        for (String text : List.of("", " ", "a,", ",a", "a,,b", "\"a", "\"a\"\"", "\"a\" b")) {
            assertThatThrownBy(() -> ValueList.parse(text)).as(text).isInstanceOf(Refusal.class);
        }
    }
}
