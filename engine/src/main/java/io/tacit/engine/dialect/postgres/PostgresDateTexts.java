package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardDates;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.DateFormat;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;

/** STRFTIME: each letter of its format is a part of {@code to_char}, which writes names in English, or a number. */
final class PostgresDateTexts {
    private final List<String> texts = new ArrayList<>();

    /** What to_char writes behind the texts. */
    private final StringBuilder pattern = new StringBuilder();

    private PostgresDateTexts() {}

    static String formatted(ScalarToSql scalars, RexCall call) {
        String format = DateFormat.checked(ConstantValue.text(
                call.getOperands().get(1), () -> DateFormat.bad("The format of a date must be a constant text.")));
        PostgresDateTexts written = new PostgresDateTexts();
        for (int i = 0; i < format.length(); i++) {
            int letter = format.indexOf('%', i);
            int end = letter < 0 ? format.length() : letter;
            written.itself(format.substring(i, end));
            if (letter >= 0) {
                boolean isShort = format.charAt(letter + 1) == '-';
                end = letter + (isShort ? 2 : 1);
                written.letter(format.charAt(end), isShort ? "FM" : "");
            }
            i = end;
        }
        written.end();
        String moment = scalars.printAs(StandardDates.dateOf(call), "timestamp");
        return "("
                + Once.of(moment, PostgresDifferences.within("v.a", "(" + String.join(" || ", written.texts) + ")"))
                + " COLLATE \"C\")";
    }

    /** Empty quotes keep parts apart: DD and D together would be another one. */
    private void part(String part) {
        pattern.append(part).append("\"\"");
    }

    private void itself(String text) {
        pattern.append('"')
                .append(text.replace("\\", "\\\\").replace("\"", "\\\""))
                .append('"');
    }

    private void number(String expression) {
        end();
        texts.add(expression);
    }

    private void end() {
        if (!pattern.isEmpty()) {
            texts.add("to_char(v.a, " + PostgresText.text(pattern.toString()) + ")");
            pattern.setLength(0);
        }
    }

    private void letter(char letter, String shorter) {
        switch (letter) {
            case 'a' -> part("Dy");
            case 'A' -> part("FMDay");
            case 'b', 'h' -> part("Mon");
            case 'B' -> part("FMMonth");
            case 'd' -> part(shorter + "DD");
            case 'm' -> part(shorter + "MM");
            case 'y' -> part(shorter + "YY");
            case 'Y' -> part("YYYY");
            case 'G' -> part("IYYY");
            case 'V' -> part("IW");
            case 'H' -> part(shorter + "HH24");
            case 'I' -> part(shorter + "HH12");
            case 'p' -> part("AM");
            case 'M' -> part(shorter + "MI");
            case 'S' -> part(shorter + "SS");
            case 'g' -> part("MS");
            case 'f' -> part("US");
            case 'j' -> part(shorter + "DDD");
            case 'u' -> part("ID");
            case 'w' -> number("CAST(EXTRACT(DOW FROM v.a) AS text)");
            case 'U' -> number(week("EXTRACT(DOW FROM v.a)"));
            case 'W' -> number(week("EXTRACT(ISODOW FROM v.a) - 1"));
            case 'x' -> part("YYYY-MM-DD");
            case 'X' -> part("HH24:MI:SS");
            case 'c' -> part("YYYY-MM-DD HH24:MI:SS");
            case '%' -> itself("%");
            default -> throw new IllegalArgumentException("no letter of a format: " + letter);
        }
    }

    /** The number of the week, which begins with the day 0; before the first such day of a year it is 0. */
    private static String week(String day) {
        return "to_char(div(EXTRACT(DOY FROM v.a) + 6 - (" + day + "), 7), 'FM00')";
    }
}
