package io.tacit.engine.audit;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The shape of one block's people. Blocks have no person and no group in common; each has one canary, who is there or
 * not, and one more group in which there is nobody.
 *
 * @param blocks how many blocks
 * @param groups in how many groups the canary is, at least 1; the group behind them is empty
 * @param rows how many rows the canary has in each of them
 * @param canary the value of x in the canary's rows
 * @param others the people beside the canary, each with one row in every one of these groups
 */
record BlocksShape(int blocks, int groups, int rows, double canary, List<Others> others) {
    /**
     * People who are alike.
     *
     * @param people how many
     * @param x the value in their rows
     */
    record Others(int people, double x) {}

    BlocksShape {
        others = List.copyOf(others);
    }

    /** Blocks with nobody but the canary, with one row in each group. */
    static BlocksShape alone(int blocks, int groups, double canary) {
        return new BlocksShape(blocks, groups, 1, canary, List.of());
    }

    /** This shape with more rows of the canary. */
    BlocksShape withRows(int more) {
        return new BlocksShape(blocks, groups, more, canary, others);
    }

    /** This shape with others, half of whom have the first value and half the second. */
    BlocksShape among(int people, double first, double second) {
        return among(List.of(new Others(people - people / 2, first), new Others(people / 2, second)));
    }

    /** This shape with these others. */
    BlocksShape among(List<Others> some) {
        return new BlocksShape(
                blocks,
                groups,
                rows,
                canary,
                some.stream().filter(one -> one.people() > 0).toList());
    }

    /** The number of others in a block. */
    int people() {
        return others.stream().mapToInt(Others::people).sum();
    }

    /** Groups of a block, the empty one too. */
    int width() {
        return groups + 1;
    }

    /** All groups that could be. */
    String groupsSql() {
        return "SELECT range::INTEGER AS grp FROM range(" + (long) blocks * width() + ")";
    }

    /** Everybody's rows; {@code coins} holds the blocks whose canary is there. */
    String peopleSql() {
        String canaries =
                "SELECT c.block::BIGINT AS uid, (c.block * " + width() + " + p.range)::INTEGER AS grp, " + canary
                        + "::DOUBLE AS x, ((c.block * " + width() + " + p.range) * " + rows
                        + " + r.range)::BIGINT AS v FROM coins c, range("
                        + groups + ") p, range(" + rows + ") r";
        StringBuilder all = new StringBuilder(canaries);
        int before = blocks;
        for (Others some : others) {
            all.append(" UNION ALL SELECT (")
                    .append(before)
                    .append(" + b.range * ")
                    .append(some.people());
            all.append(" + j.range)::BIGINT, (b.range * ").append(width()).append(" + p.range)::INTEGER, ");
            all.append(some.x())
                    .append("::DOUBLE, -1::BIGINT FROM range(")
                    .append(blocks)
                    .append(") b, range(");
            all.append(groups).append(") p, range(").append(some.people()).append(") j");
            before += blocks * some.people();
        }
        return all.toString();
    }

    /** One block in words. */
    String words(boolean present) {
        String where = groups == 1 ? "1 group" : groups + " groups";
        if (present) {
            String canary = "one person with " + rows + (rows == 1 ? " row" : " rows") + " of x = " + this.canary;
            return where
                    + (others.isEmpty() ? " with nobody else, and " : " of " + othersInWords() + ", and ")
                    + canary
                    + (groups == 1 ? " in it" : " in each of them");
        }
        return where + (others.isEmpty() ? " with nobody" : " of " + othersInWords());
    }

    private String othersInWords() {
        return others.stream()
                .map(some -> some.people() + (some.people() == 1 ? " person" : " people") + " with x = " + some.x())
                .collect(Collectors.joining(" and "));
    }
}
