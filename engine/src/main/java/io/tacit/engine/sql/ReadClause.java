package io.tacit.engine.sql;

import io.tacit.engine.catalog.EpsilonRange;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyClause;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Reads {@code WITH ANONYMIZATION OPTIONS(epsilon = 1, …)} and checks each option's name, type and range. */
final class ReadClause {
    private static final long MAX_COUNT = Integer.MAX_VALUE;
    private static final String FOUND = "Small numbers need less noise; AUTO finds one privately.";

    /** Every option of the reference. */
    private enum Option {
        EPSILON,
        DELTA,
        MAX_GROUPS_CONTRIBUTED,
        CONFIDENCE,
        MAX_ROWS_PER_GROUP,
        MAX_ROWS_CONTRIBUTED,
        PRIVACY_UNIT_COLUMN,
        NOISE,
        GROUP_SELECTION_STRATEGY,
        GROUP_SELECTION_EPSILON,
        MIN_PRIVACY_UNITS_PER_GROUP,
        LEFTOVERS,
        REPORT_MISSING,
        CONSISTENT_TOTALS;

        static Optional<Option> named(String name) {
            String wanted = name.toUpperCase(Locale.ROOT);
            if (wanted.equals("KAPPA")) {
                return Optional.of(MAX_GROUPS_CONTRIBUTED);
            }
            for (Option option : values()) {
                if (option.name().equals(wanted)) {
                    return Optional.of(option);
                }
            }
            return Optional.empty();
        }
    }

    /** Options of GoogleSQL that have another name here, or do not exist. */
    private static final Map<String, String> OF_OTHERS = Map.of(
            "k_threshold",
            "Groups of few people are hidden by delta; min_privacy_units_per_group = 20 hides larger ones too.");

    private final Map<Option, SqlNode> values = new HashMap<>();

    private ReadClause() {}

    static ReleaseClause read(PrivacyClause clause) {
        Spelling spelling = Spelling.valueOf(clause.spelling().getSimple().toUpperCase(Locale.ROOT));
        ReadClause reading = new ReadClause();
        for (SqlNode option : clause.getOperandList()) {
            reading.add((SqlCall) option);
        }
        return new ReleaseClause(spelling, reading.options());
    }

    private void add(SqlCall option) {
        SqlIdentifier name = option.operand(0);
        Option known = Option.named(name.getSimple()).orElseThrow(() -> unknown(name));
        if (values.put(known, option.operand(1)) != null) {
            throw new Refusal(
                    ErrorCode.DUPLICATE_OPTION,
                    place(name),
                    "The option " + name.getSimple() + " is given twice.",
                    "Keep one of them. (kappa is another name of max_groups_contributed.)");
        }
    }

    /** The names of all options, in small letters. */
    static Set<String> optionNames() {
        Set<String> names = new TreeSet<>();
        for (Option option : Option.values()) {
            names.add(option.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    private static Refusal unknown(SqlIdentifier name) {
        String other = OF_OTHERS.get(name.getSimple().toLowerCase(Locale.ROOT));
        if (other != null) {
            return new Refusal(
                    ErrorCode.UNKNOWN_OPTION, place(name), "There is no option " + name.getSimple() + ".", other);
        }
        Set<String> names = optionNames();
        String nearest = NearestName.of(name.getSimple(), List.copyOf(names))
                .map(n -> "Did you mean " + n + "? ")
                .orElse("");
        return new Refusal(
                ErrorCode.UNKNOWN_OPTION,
                place(name),
                "There is no option " + name.getSimple() + ".",
                nearest + "The options are " + String.join(", ", names) + ".");
    }

    private ReleaseOptions options() {
        Optional<BigDecimal> epsilon = epsilon(Option.EPSILON);
        Optional<BigDecimal> selection = epsilon(Option.GROUP_SELECTION_EPSILON);
        if (epsilon.isPresent() && selection.isPresent() && selection.get().compareTo(epsilon.get()) >= 0) {
            throw bad(
                    Option.GROUP_SELECTION_EPSILON,
                    "must be less than epsilon",
                    "It is the part of epsilon that selecting groups spends.");
        }
        boolean autoGroups = isAuto(Option.MAX_GROUPS_CONTRIBUTED);
        boolean autoRows = isAuto(Option.MAX_ROWS_CONTRIBUTED);
        return new ReleaseOptions(
                epsilon,
                delta(),
                autoGroups ? Optional.empty() : count(Option.MAX_GROUPS_CONTRIBUTED, FOUND),
                fraction(Option.CONFIDENCE, "Usual values are 0.9, 0.95 and 0.99."),
                count(Option.MAX_ROWS_PER_GROUP, "Small numbers need less noise."),
                autoRows ? Optional.empty() : count(Option.MAX_ROWS_CONTRIBUTED, FOUND),
                name(Option.PRIVACY_UNIT_COLUMN),
                autoGroups,
                autoRows,
                choice(Option.NOISE, ReleaseOptions.NoiseChoice.values()),
                choice(Option.GROUP_SELECTION_STRATEGY, ReleaseOptions.SelectionChoice.values()),
                selection,
                count(Option.MIN_PRIVACY_UNITS_PER_GROUP, "Groups of fewer people than this never appear."),
                label(),
                flag(Option.REPORT_MISSING),
                flag(Option.CONSISTENT_TOTALS));
    }

    private Optional<BigDecimal> epsilon(Option option) {
        Optional<BigDecimal> epsilon = number(option);
        epsilon.filter(e -> !EpsilonRange.holds(e)).ifPresent(e -> {
            throw bad(option, EpsilonRange.rule(e), "Usual values lie between 0.1 and 2.");
        });
        return epsilon;
    }

    private boolean isAuto(Option option) {
        SqlNode value = values.get(option);
        return value != null && "AUTO".equalsIgnoreCase(word(value));
    }

    private Optional<BigDecimal> number(Option option) {
        SqlNode value = values.get(option);
        if (value == null) {
            return Optional.empty();
        }
        Optional<BigDecimal> number = ConstantNumber.of(value);
        if (number.isEmpty()) {
            throw bad(option, "must be a number", "Write it as in " + lower(option) + " = 1.");
        }
        return number;
    }

    /** The delta; 0 is accepted here, and planning refuses it where the SELECT needs some. */
    private Optional<BigDecimal> delta() {
        Optional<BigDecimal> none = number(Option.DELTA).filter(delta -> delta.signum() == 0);
        return none.isPresent()
                ? none
                : fraction(Option.DELTA, "Choose it far below one over the number of people, such as 1e-8.");
    }

    private Optional<BigDecimal> fraction(Option option, String advice) {
        Optional<BigDecimal> number = number(option);
        // What rounds to 0 or 1 as a DOUBLE is taken for that.
        number.filter(n -> n.doubleValue() <= 0 || n.doubleValue() >= 1).ifPresent(n -> {
            throw bad(option, "must be more than 0 and less than 1", advice);
        });
        return number;
    }

    private Optional<Long> count(Option option, String advice) {
        Optional<BigDecimal> number = number(option);
        number.filter(n -> n.signum() <= 0
                        || n.compareTo(BigDecimal.valueOf(MAX_COUNT)) > 0
                        || n.stripTrailingZeros().scale() > 0)
                .ifPresent(n -> {
                    throw bad(option, "must be a whole number from 1 to " + MAX_COUNT, advice);
                });
        return number.map(BigDecimal::longValueExact);
    }

    private Optional<String> name(Option option) {
        SqlNode value = values.get(option);
        if (value == null) {
            return Optional.empty();
        }
        String name = word(value);
        if (name == null || name.isEmpty()) {
            throw bad(option, "must be the name of a column", "Write it as in privacy_unit_column = customer_id.");
        }
        return Optional.of(name);
    }

    /** The choice that an option names; empty for AUTO and for an option that is not given. */
    private <E extends Enum<E>> Optional<E> choice(Option option, E[] choices) {
        SqlNode value = values.get(option);
        if (value == null || isAuto(option)) {
            return Optional.empty();
        }
        String word = word(value);
        List<String> names = new ArrayList<>(List.of("AUTO"));
        for (E choice : choices) {
            if (choice.name().equalsIgnoreCase(word)) {
                return Optional.of(choice);
            }
            names.add(choice.name());
        }
        throw bad(option, "must be one of " + String.join(", ", names), "Or leave it out.");
    }

    private Optional<Boolean> flag(Option option) {
        SqlNode value = values.get(option);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof SqlLiteral literal) || literal.getTypeName() != SqlTypeName.BOOLEAN) {
            throw bad(option, "must be TRUE or FALSE", "Write it as in " + lower(option) + " = FALSE.");
        }
        return Optional.of(literal.booleanValue());
    }

    private Optional<String> label() {
        SqlNode value = values.get(Option.LEFTOVERS);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof SqlLiteral literal) || literal.getTypeName() != SqlTypeName.CHAR) {
            throw bad(Option.LEFTOVERS, "must be a text in quotes", "Write it as in leftovers = 'others'.");
        }
        return Optional.ofNullable(literal.toValue());
    }

    /** The text of a bare word or of a text in quotes; null for anything else. */
    private static @Nullable String word(SqlNode value) {
        if (value instanceof SqlIdentifier name && !name.isStar()) {
            // GoogleSQL lets privacy_unit_column be a path, such as members.id.
            return name.names.get(name.names.size() - 1);
        }
        if (value instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR) {
            return literal.toValue();
        }
        return value.getKind() == SqlKind.DEFAULT ? "DEFAULT" : null;
    }

    private Refusal bad(Option option, String rule, String advice) {
        SqlNode value = values.get(option);
        return new Refusal(
                ErrorCode.BAD_OPTION,
                value == null ? null : place(value),
                "The option " + lower(option) + " " + rule + ".",
                advice);
    }

    private static String lower(Option option) {
        return option.name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable Position place(SqlNode node) {
        return Positions.of(node.getParserPosition());
    }
}
