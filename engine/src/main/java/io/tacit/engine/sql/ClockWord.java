package io.tacit.engine.sql;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/**
 * The words that stand for the time of planning, which is written in their place: all by which a text means something
 * else when it is asked again. There is no word for chance.
 */
public enum ClockWord {
    CURRENT_DATE,
    CURRENT_TIMESTAMP,
    CURRENT_TIME,
    LOCALTIMESTAMP,
    LOCALTIME;

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    /** The word of that name, in any case; none for other names. */
    static Optional<ClockWord> named(String name) {
        String wanted = name.toUpperCase(Locale.ROOT);
        return EnumSet.allOf(ClockWord.class).stream()
                .filter(word -> word.name().equals(wanted))
                .findFirst();
    }

    /** All names, in capitals. */
    static Set<String> names() {
        return EnumSet.allOf(ClockWord.class).stream().map(Enum::name).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a query may ask for the time: whether a word of these stands anywhere in it, if only in a text. */
    public static boolean mayBeIn(String sql) {
        String text = sql.toUpperCase(Locale.ROOT);
        return names().stream().anyMatch(text::contains);
    }

    /** The literal that is written in the place of the word. */
    SqlLiteral at(LocalDateTime now, SqlParserPos place) {
        return switch (this) {
            case CURRENT_DATE -> SqlLiteral.createDate(new DateString(now.format(DAY)), place);
            case CURRENT_TIMESTAMP, LOCALTIMESTAMP ->
                SqlLiteral.createTimestamp(
                        SqlTypeName.TIMESTAMP, new TimestampString(now.format(DAY) + " " + now.format(TIME)), 0, place);
            case CURRENT_TIME, LOCALTIME -> SqlLiteral.createTime(new TimeString(now.format(TIME)), 0, place);
        };
    }
}
