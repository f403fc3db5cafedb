package io.tacit.engine.randomqueries;

import io.tacit.engine.randomqueries.Block.Item;
import io.tacit.engine.randomqueries.Expression.Reference;
import io.tacit.engine.randomqueries.Field.Identity;
import io.tacit.engine.randomqueries.Measure.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Draws queries that are accepted. */
public final class RandomQueries {
    private static final List<String> SPREAD = List.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP");

    private static final List<String> PAIRS =
            List.of("COVAR_POP", "COVAR_SAMP", "CORR", "REGR_SLOPE", "REGR_INTERCEPT");
    private static final List<String> DRAWN =
            List.of("MIN", "MAX", "MEDIAN", "QUANTILE_CONT", "QUANTILE_CONT[]", "APPROX_QUANTILES[]", "MODE", "MODE");
    private static final String SELECTION = ", group_selection_strategy = ";
    private static final List<String> OPTIONS = List.of(
            SELECTION + "LAPLACE_THRESHOLD",
            SELECTION + "LAPLACE_THRESHOLD, min_privacy_units_per_group = 2",
            SELECTION + "TRUNCATED_GEOMETRIC",
            SELECTION + "GAUSSIAN_THRESHOLD, noise = GAUSSIAN",
            ", noise = GAUSSIAN",
            ", leftovers = 'others'",
            ", leftovers = 'a', min_privacy_units_per_group = 3");

    /** Stands in no other place of a text. */
    private static final String OUTSIDE = "outside";

    private final SplittableRandom random;
    private final RandomExpressions expressions;
    private final RandomRows rows;
    private final Supplier<Limits> limits;
    private final boolean options;

    private RandomQueries(SplittableRandom random, RandomDatabase database, Supplier<Limits> limits, boolean options) {
        this(random, database, limits, options, false);
    }

    private RandomQueries(
            SplittableRandom random,
            RandomDatabase database,
            Supplier<Limits> limits,
            boolean options,
            boolean strangers) {
        this.random = random;
        this.limits = limits;
        this.options = options;
        this.expressions = new RandomExpressions(random);
        this.rows = new RandomRows(random, database, expressions, strangers);
    }

    /** Whose bounds no value reaches but the infinite ones. */
    public static RandomQueries slack(SplittableRandom random, RandomDatabase database) {
        return new RandomQueries(random, database, () -> Limits.SLACK, false);
    }

    /** Whose bounds many people's values pass. They have no plain form. */
    public static RandomQueries tight(SplittableRandom random, RandomDatabase database) {
        return new RandomQueries(random, database, () -> Limits.tight(random), false);
    }

    /** The same, some of which choose their groups in other ways or show what is left of them. */
    public static RandomQueries withOptions(SplittableRandom random, RandomDatabase database) {
        return new RandomQueries(random, database, () -> Limits.tight(random), true);
    }

    /** The same, some of which join rows of different people and are refused. */
    public static RandomQueries withStrangers(SplittableRandom random, RandomDatabase database) {
        return new RandomQueries(random, database, () -> Limits.tight(random), true, true);
    }

    /** The next query. */
    public RandomQuery next() {
        if (random.nextInt(8) == 0) {
            return new RandomQuery(perRow());
        }
        Answer direct = direct(release());
        return new RandomQuery(random.nextInt(3) == 0 ? over(direct) : direct);
    }

    /** A measure about each row of a public table. */
    private Answer perRow() {
        Rows open = rows.table(List.of("places", "prices"), OUTSIDE);
        List<Field> outside = open.fields().stream()
                .filter(f -> f.kind() == Kind.TEXT || f.kind() == Kind.WHOLE)
                .toList();
        Field compared = outside.get(random.nextInt(outside.size()));
        Rows people = rows.people(random.nextInt(3));
        Optional<Field> same = people.fields().stream()
                .filter(f -> f.kind() == compared.kind() && f.exact() && f.identity() == Identity.NONE)
                .findFirst();
        boolean clause = random.nextBoolean();
        if (same.isEmpty()) {
            return direct(release());
        }
        Expression equal = new Expression.Call(
                RandomRows.condition("(%s = %s)"), List.of(new Reference(same.get()), new Reference(compared)));
        Optional<Expression> where = rows.where(people);
        Expression about = where.<Expression>map(
                        w -> new Expression.Call(RandomRows.condition("(%s AND %s)"), List.of(equal, w)))
                .orElse(equal);
        List<Measure> measures = List.of(measure(people, clause));
        Limits bounds = limits.get();
        Item key = new Item(new Reference(same.get()), rows.name("n"));
        Item shown = new Item(new Reference(compared), rows.name("n"));
        return new Answer.PerRow(
                new Release(people, where, List.of(key), measures, clause, bounds),
                new Release(people, Optional.of(about), List.of(), measures, clause, bounds),
                open,
                shown);
    }

    private Release release() {
        Rows people = rows.people(random.nextInt(3));
        List<Item> keys = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            keys.add(key(people));
        }
        boolean clause = random.nextBoolean();
        if (!clause) {
            // Keys that name the person would make this a step of one person.
            keys.removeIf(key -> List.of(Identity.PERSON, Identity.ORDER)
                    .contains(key.field().identity()));
        }
        List<Measure> measures = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            measures.add(measure(people, clause));
        }
        Release release = new Release(people, rows.where(people), keys, measures, clause, limits.get());
        boolean text = keys.size() == 1 && keys.get(0).field().kind() == Kind.TEXT;
        String more = OPTIONS.get(random.nextInt(text ? OPTIONS.size() : OPTIONS.size() - 2));
        return options && clause && !keys.isEmpty() && random.nextInt(3) > 0 ? release.with(more) : release;
    }

    private Item key(Rows people) {
        return new Item(expressions.key(people.fields()), rows.name("n"));
    }

    private Measure measure(Rows people, boolean clause) {
        Optional<Expression> filter =
                random.nextInt(4) == 0 ? Optional.of(expressions.condition(people.fields())) : Optional.empty();
        String name = rows.name("n");
        Optional<Field> person = people.identified(Identity.PERSON);
        return switch (random.nextInt(clause ? 9 : 7)) {
            case 0 -> new Measure("COUNT", What.ROWS, Optional.empty(), filter, name, limits.get());
            case 1 -> new Measure("COUNT", What.ROWS, any(people), filter, name, limits.get());
            case 2 ->
                person.isPresent()
                        ? new Measure("COUNT", What.PEOPLE, person.map(Reference::new), filter, name, limits.get())
                        : new Measure("COUNT", What.DIFFERENT, different(people), filter, name, limits.get());
            case 3 -> new Measure("COUNT", What.DIFFERENT, different(people), filter, name, limits.get());
            case 4 -> new Measure("SUM", What.ROWS, Optional.of(number(people)), filter, name, limits.get());
            case 5 -> average(people, clause, filter, name);
            case 6 -> drawn(people, filter, name);
            case 7 ->
                new Measure(
                        PAIRS.get(random.nextInt(PAIRS.size())),
                        What.PAIRS,
                        Optional.of(number(people)),
                        Optional.of(number(people)),
                        filter,
                        name,
                        limits.get());
            default ->
                new Measure(
                        SPREAD.get(random.nextInt(4)),
                        What.ROWS,
                        Optional.of(number(people)),
                        filter,
                        name,
                        limits.get());
        };
    }

    /** Of numbers and dates; the most frequent value of whole numbers, dates and truths. */
    private Measure drawn(Rows people, Optional<Expression> filter, String name) {
        String function = DRAWN.get(random.nextInt(DRAWN.size()));
        Kind kind = random.nextInt(3) == 0
                ? Kind.DATE
                : function.equals("MODE") && random.nextBoolean() ? Kind.TRUTH : Kind.WHOLE;
        Expression value = kind == Kind.WHOLE && !function.equals("MODE")
                ? number(people)
                : expressions.draw(kind, people.fields(), 2);
        return new Measure(function, What.DRAWN, Optional.of(value), filter, name, limits.get());
    }

    /** The mean of rows needs a bound of rows, which plain SQL has no word for. */
    private Measure average(Rows people, boolean clause, Optional<Expression> filter, String name) {
        Kind kind = random.nextBoolean() ? Kind.DECIMAL : Kind.WHOLE;
        return clause
                ? new Measure("AVG", What.ROWS, Optional.of(number(people)), filter, name, limits.get())
                : new Measure(
                        "AVG",
                        What.MEANS,
                        Optional.of(expressions.draw(kind, people.fields(), 2)),
                        filter,
                        name,
                        limits.get());
    }

    private Expression number(Rows people) {
        List<Kind> kinds = List.of(Kind.WHOLE, Kind.DECIMAL, Kind.REAL, Kind.REAL);
        return expressions.draw(kinds.get(random.nextInt(4)), people.fields(), 2);
    }

    private Optional<Expression> any(Rows people) {
        Field field = people.fields().get(random.nextInt(people.fields().size()));
        return Optional.of(expressions.draw(field.kind(), people.fields(), 2));
    }

    private Optional<Expression> different(Rows people) {
        return Optional.of(expressions.key(people.fields()));
    }

    /** Perhaps with HAVING on a number that nothing was rounded for, ORDER BY and LIMIT. */
    private Answer direct(Release release) {
        int measure = random.nextInt(release.measures().size());
        boolean exact = release.measures().get(measure).field().exact();
        String having = exact && random.nextInt(4) == 0 ? random.nextBoolean() ? " > 3" : " <= 6" : "";
        List<Field> outputs = release.outputs();
        List<Field> keys = outputs.subList(0, release.keys().size());
        if (keys.isEmpty() || random.nextBoolean()) {
            return new Answer.Direct(release, having, measure, "");
        }
        List<String> order = new ArrayList<>();
        if (exact && random.nextBoolean()) {
            order.add(outputs.get(keys.size() + measure).name() + " DESC NULLS LAST");
        }
        keys.forEach(key -> order.add(key.name() + (random.nextBoolean() ? "" : " DESC NULLS FIRST")));
        String limit = random.nextBoolean() ? " LIMIT " + (1 + random.nextInt(4)) : "";
        return new Answer.Direct(release, having, measure, " ORDER BY " + String.join(", ", order) + limit);
    }

    private Answer over(Answer inner) {
        List<Field> fields = inner.outputs().stream()
                .map(f -> f.of("q"))
                .filter(Field::exact)
                .toList();
        if (fields.isEmpty()) {
            return inner;
        }
        Item first = new Item(draw(fields), rows.name("n"));
        Item second = new Item(draw(fields), rows.name("n"));
        Optional<Expression> where = rows.where(fields);
        return switch (random.nextInt(4)) {
            case 0 -> projected(inner, List.of(first, second), where);
            case 1 -> grouped(inner, first, fields, where);
            case 2 -> joined(inner, fields, first);
            default -> numbered(inner, first, fields, where);
        };
    }

    /** Both dialects must write it alike. */
    private Expression draw(List<Field> fields) {
        Field field = fields.get(random.nextInt(fields.size()));
        Expression drawn = expressions.draw(field.kind(), fields, 1);
        return RandomExpressions.reads(drawn)
                        && drawn.exact()
                        && drawn.text(Dialect.TACIT).equals(drawn.text(Dialect.PLAIN))
                ? drawn
                : new Reference(field);
    }

    private Answer projected(Answer inner, List<Item> items, Optional<Expression> where) {
        String columns =
                String.join(", ", items.stream().map(i -> i.text(Dialect.TACIT)).toList());
        return new Answer.Over(
                inner,
                "SELECT " + columns + " FROM ",
                "",
                where,
                "",
                items.stream().map(Item::field).toList());
    }

    private Answer grouped(Answer inner, Item key, List<Field> fields, Optional<Expression> where) {
        String count = rows.name("n");
        String most = rows.name("n");
        Field field = fields.get(random.nextInt(fields.size()));
        List<Field> outputs = List.of(
                key.field(),
                new Field("", count, Kind.WHOLE, true, Identity.NONE),
                new Field("", most, field.kind(), true, Identity.NONE));
        return new Answer.Over(
                inner,
                "SELECT " + key.text(Dialect.TACIT) + ", COUNT(*) AS " + count + ", MAX(" + field.text() + ") AS "
                        + most + " FROM ",
                "",
                where,
                " GROUP BY " + key.expression().text(Dialect.TACIT),
                outputs);
    }

    private Answer joined(Answer inner, List<Field> fields, Item item) {
        Rows open = rows.table(List.of("places", "prices"));
        Item other = new Item(new Reference(open.fields().get(random.nextInt(3))), rows.name("n"));
        Field mine = fields.get(0);
        Optional<Field> same =
                open.fields().stream().filter(f -> f.kind() == mine.kind()).findFirst();
        String on = same.map(f -> mine.text() + " = " + f.text()).orElse("TRUE");
        return new Answer.Over(
                inner,
                "SELECT " + item.text(Dialect.TACIT) + ", " + other.text(Dialect.TACIT) + " FROM ",
                (random.nextBoolean() ? " JOIN " : " LEFT JOIN ") + open.from(Dialect.TACIT) + " ON " + on,
                Optional.empty(),
                "",
                List.of(item.field(), other.field()));
    }

    private Answer numbered(Answer inner, Item item, List<Field> fields, Optional<Expression> where) {
        String rank = rows.name("n");
        Field by = fields.get(random.nextInt(fields.size()));
        return new Answer.Over(
                inner,
                "SELECT " + item.text(Dialect.TACIT) + ", RANK() OVER (ORDER BY " + by.text() + " DESC NULLS LAST) AS "
                        + rank + " FROM ",
                "",
                where,
                "",
                List.of(item.field(), new Field("", rank, Kind.WHOLE, true, Identity.NONE)));
    }
}
