package io.tacit.engine.audit;

import io.tacit.engine.audit.InventedPeople.Row;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes up rows for declared tables; tables that others refer to come first. */
final class InventPeople {
    private static final int MOST_ROWS = 7;
    private static final int ROWS_OF_CANARY = 14;
    private static final int PUBLIC_ROWS = 8;
    private static final int ROWS_AT_AN_END = 3;

    /** The habits of the first people, one each. */
    private static final List<Habit> CANARIES = List.of(Habit.IN_TURN, Habit.AT_ENDS);

    /** With fewer people none is left for meetings. */
    private static final int ENOUGH = 10;

    /**
     * The meetings of the last people, by number: of each meeting only they know, so that a group has exactly one, two,
     * or three people. Nobody goes to more than two, which is what limits of groups leave.
     */
    private static final List<List<Integer>> MEETINGS = List.of(List.of(0, 1), List.of(1, 2), List.of(2), List.of(2));

    /** How a row's values are chosen. */
    private enum Habit {
        ANYTHING,
        /** All values of a column in turn: the person is in many groups. */
        IN_TURN,
        /** Numbers at the ends of their type: the person's sums and means reach every bound. */
        AT_ENDS,
        /** In each round the values of one meeting. */
        MEETING
    }

    private final List<Table> tables;
    private final int people;
    private final SplittableRandom random;
    private final List<Row> rows = new ArrayList<>();
    private final Set<Integer> done = new HashSet<>();

    /** One key in so many is one that a row of somebody else has, too: what an owner declares no file keeps. */
    private static final int SHARED = 4;

    /** By table and column that others refer to: the values, each with the person whose row holds it. */
    private final Map<String, Map<String, Integer>> targets = new HashMap<>();

    InventPeople(List<Table> tables, int people, long seed) {
        if (people < 2) {
            throw new IllegalArgumentException("there must be at least two people");
        }
        this.tables = tables;
        this.people = people;
        this.random = new SplittableRandom(seed);
    }

    InventedPeople all() {
        for (Table table : tables) {
            table.protection()
                    .foreignKey()
                    .ifPresent(key -> targets.put(place(key.targetTable(), key.targetColumn()), new HashMap<>()));
        }
        for (int i = 0; i < tables.size(); i++) {
            fill(i);
        }
        return new InventedPeople(tables, rows);
    }

    private static String place(String table, String column) {
        return (table + "\u0000" + column).toLowerCase(Locale.ROOT);
    }

    private void fill(int index) {
        if (!done.add(index)) {
            return;
        }
        tables.get(index)
                .protection()
                .<Runnable>match(
                        nobody -> () -> open(index),
                        unit -> () -> named(index, unit),
                        key -> () -> afterItsTarget(index, key))
                .run();
    }

    private void open(int index) {
        for (int i = 0; i < PUBLIC_ROWS; i++) {
            add(index, Row.NOBODY, Map.of(), Habit.IN_TURN, i);
        }
    }

    private void afterItsTarget(int index, Protection.ForeignKey key) {
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i).name().equalsIgnoreCase(key.targetTable())) {
                fill(i);
            }
        }
        referring(index, key);
    }

    private void named(int index, Protection.UnitColumn unit) {
        for (int person = 0; person < people; person++) {
            Habit habit = habit(person);
            for (int round : rounds(person, isOneRowOfEach(tables.get(index), unit))) {
                add(index, person, names(tables.get(index), unit, person), habit, round);
            }
        }
        Map<String, @Nullable String> nobody = new HashMap<>();
        unit.columns().forEach(column -> nobody.put(column.toLowerCase(Locale.ROOT), null));
        add(index, Row.NOBODY, nobody, Habit.ANYTHING, 0);
    }

    private Habit habit(int person) {
        if (person < CANARIES.size()) {
            return CANARIES.get(person);
        }
        return meetings(person).isEmpty() ? Habit.ANYTHING : Habit.MEETING;
    }

    private List<Integer> meetings(int person) {
        int last = people - 1 - person;
        return people >= ENOUGH && last < MEETINGS.size() ? MEETINGS.get(last) : List.of();
    }

    private List<Integer> rounds(int person, boolean one) {
        List<Integer> rounds = switch (habit(person)) {
            case IN_TURN, AT_ENDS -> upTo(ROWS_OF_CANARY);
            case MEETING -> meetings(person);
            case ANYTHING -> upTo(random.nextInt(MOST_ROWS + 1));
        };
        return rounds.subList(0, one ? Math.min(1, rounds.size()) : rounds.size());
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    /** Whether keys refer to the column that names the person, so that it is unique: one row is about one person. */
    private boolean isOneRowOfEach(Table table, Protection.UnitColumn unit) {
        return unit.columns().size() == 1
                && targets.containsKey(place(table.name(), unit.columns().get(0)));
    }

    private Map<String, @Nullable String> names(Table table, Protection.UnitColumn unit, int person) {
        Map<String, @Nullable String> names = new HashMap<>();
        int rest = person;
        for (int i = 0; i < unit.columns().size(); i++) {
            // Several columns count like digits, so that people share some of them.
            boolean last = i == unit.columns().size() - 1;
            ColumnType type = table.column(unit.columns().get(i)).orElseThrow().type();
            List<String> spellings = InventedValues.name(type, last ? rest : rest % 2);
            names.put(unit.columns().get(i).toLowerCase(Locale.ROOT), spellings.get(random.nextInt(spellings.size())));
            rest = last ? rest : rest / 2;
        }
        return names;
    }

    private void referring(int index, Protection.ForeignKey key) {
        Map<String, Integer> known = targets.getOrDefault(place(key.targetTable(), key.targetColumn()), Map.of());
        for (Map.Entry<String, Integer> target : new TreeMap<>(known).entrySet()) {
            for (int i = random.nextInt(4); i > 0; i--) {
                Map<String, @Nullable String> given = new HashMap<>();
                given.put(key.column().toLowerCase(Locale.ROOT), target.getKey());
                add(index, target.getValue(), given, Habit.ANYTHING, i);
            }
        }
        // It refers to nothing.
        Map<String, @Nullable String> dangling = new HashMap<>();
        dangling.put(key.column().toLowerCase(Locale.ROOT), null);
        add(index, Row.NOBODY, dangling, Habit.ANYTHING, 0);
    }

    /**
     * One row.
     *
     * @param given values by column
     * @param round which of the owner's rows, from 0
     */
    private void add(int index, int owner, Map<String, @Nullable String> given, Habit habit, int round) {
        Table table = tables.get(index);
        List<@Nullable String> values = new ArrayList<>();
        for (Column column : table.columns()) {
            String name = column.name().toLowerCase(Locale.ROOT);
            Map<String, Integer> target = targets.get(place(table.name(), column.name()));
            String value = given.containsKey(name)
                    ? given.get(name)
                    : target == null ? value(column, habit, round) : key(column.type(), target, owner);
            if (target != null && value != null) {
                target.merge(value, owner, (one, other) -> one.equals(other) ? one : Row.SEVERAL);
            }
            values.add(
                    value == null && !column.nullable()
                            ? InventedValues.of(column).get(0)
                            : value);
        }
        rows.add(new Row(index, owner, values));
        if (random.nextInt(6) == 0
                && targets.keySet().stream().noneMatch(target -> target.startsWith(place(table.name(), "")))) {
            // The same row again.
            rows.add(new Row(index, owner, values));
        }
    }

    private @Nullable String value(Column column, Habit habit, int round) {
        List<String> values = InventedValues.of(column);
        if (habit == Habit.IN_TURN && random.nextInt(3) > 0) {
            return values.get(round % values.size());
        }
        if (habit == Habit.AT_ENDS) {
            // Several rows at the same end in each group, so that sums and means are there too.
            int group = round / ROWS_AT_AN_END;
            List<String> ends = InventedValues.ends(column);
            return ends.isEmpty() ? values.get(group % values.size()) : ends.get(group % ends.size());
        }
        if (habit == Habit.MEETING) {
            return InventedValues.ofMeeting(column, round);
        }
        if (column.nullable() && random.nextInt(8) == 0) {
            return null;
        }
        // The first ones more often, so that people meet in groups.
        int most = random.nextBoolean() ? Math.min(3, values.size()) : values.size();
        return values.get(random.nextInt(most));
    }

    /** A key of a row, at times one that rows of others have. */
    private @Nullable String key(ColumnType type, Map<String, Integer> known, int owner) {
        if (owner >= 0 && !known.isEmpty() && random.nextInt(SHARED) == 0) {
            List<String> all = List.copyOf(new TreeMap<>(known).keySet());
            return all.get(random.nextInt(all.size()));
        }
        return unique(type, known.size());
    }

    /** A value that no other row has; null where the type has no more of them. */
    private static @Nullable String unique(ColumnType type, int known) {
        return switch (type.kind()) {
            case BOOLEAN -> known > 1 ? null : String.valueOf(known == 1);
            case INTEGER, BIGINT, DOUBLE -> String.valueOf(known);
            case DECIMAL -> {
                BigDecimal value = new BigDecimal(BigInteger.valueOf(known), type.scale());
                yield value.precision() > type.precision() ? null : value.toPlainString();
            }
            case VARCHAR -> "o" + known;
            case DATE -> LocalDate.ofEpochDay(known).toString();
            case TIME -> LocalTime.ofSecondOfDay(known).format(DateTimeFormatter.ISO_LOCAL_TIME);
            case TIMESTAMP -> LocalDate.ofEpochDay(known) + " 00:00:00";
        };
    }
}
