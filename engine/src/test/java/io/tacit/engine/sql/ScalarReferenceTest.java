package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.junit.jupiter.api.Test;

/** The tables of the reference are made from the specifications: by this test, with {@code -Dtacit.reference=write}. */
class ScalarReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "functions.md");
    private static final String BEGIN = "<!-- made from the specifications of scalar functions -->\n";
    private static final String END = "<!-- end of what is made -->\n";

    @Test
    void thePageShowsWhatIsSpecified() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        assertThat(to).isGreaterThanOrEqualTo(from);
        if ("write".equals(System.getProperty("tacit.reference"))) {
            Files.writeString(PAGE, page.substring(0, from) + tables() + page.substring(to));
            return;
        }
        assertThat(page.substring(from, to))
                .as("written by -Dtacit.reference=write")
                .isEqualTo(tables());
    }

    /** A function is shown by each of its names; what cannot be written in a query is not shown. */
    @Test
    void usageShowsEachName() {
        for (ScalarFunction function : ScalarFunctions.all()) {
            ScalarSpecification specification = function.specification();
            List<String> names = new ArrayList<>(specification.aliases());
            for (SqlOperator operator : specification.operators()) {
                if (operator instanceof SqlFunction
                        && Character.isLetter(operator.getName().charAt(0))) {
                    names.add(operator.getName());
                }
            }
            if (specification.usage().isEmpty()) {
                assertThat(function).isIn(TextFunction.TUPLE, DateFunction.DAY_NUMBER, ReleasedFunction.REPORT);
                continue;
            }
            for (String name : names) {
                assertThat(specification.usage())
                        .as(name)
                        .anyMatch(usage -> usage.matches("(?s).*\\b" + name + "\\b.*"));
            }
        }
    }

    private static String tables() {
        StringBuilder text = new StringBuilder();
        ScalarFunctions.byTopic().forEach((title, functions) -> {
            text.append("\n### ").append(title).append("\n\n| written | what it gives |\n|---|---|\n");
            List<String> ways = new ArrayList<>();
            for (int i = 0; i < functions.size(); i++) {
                ScalarSpecification one = functions.get(i).specification();
                one.usage().forEach(usage -> ways.add("`" + usage.replace("|", "\\|") + "`"));
                boolean last = i + 1 == functions.size()
                        || !functions.get(i + 1).specification().meaning().equals(one.meaning());
                if (last && !ways.isEmpty()) {
                    text.append("| ").append(String.join(", ", ways)).append(" | ");
                    text.append(one.meaning()).append(" |\n");
                    ways.clear();
                }
            }
        });
        return text.append('\n').toString();
    }
}
