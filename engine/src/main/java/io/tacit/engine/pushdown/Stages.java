package io.tacit.engine.pushdown;

import io.tacit.engine.dialect.StageSql;
import java.util.ArrayList;
import java.util.List;

/** The stages of a pushed-down query: common table expressions, each with a comment that says what a row of it is. */
final class Stages {
    private final StageSql dialect;
    private final List<String> stages;

    private Stages(StageSql dialect, List<String> stages) {
        this.dialect = dialect;
        this.stages = List.copyOf(stages);
    }

    static Stages none(StageSql dialect) {
        return new Stages(dialect, List.of());
    }

    /** One stage more, for the engine to keep or to put in the place of its name as it judges best. */
    Stages with(String comment, String name, String query) {
        return with(comment, name, query, false);
    }

    /**
     * One stage more, which the engine computes where it is read, also where it is read twice: keeping all rows of
     * people in memory would cost more than reading their columns again.
     */
    Stages inPlace(String comment, String name, String query) {
        return with(comment, name, query, true);
    }

    private Stages with(String comment, String name, String query, boolean inPlace) {
        List<String> more = new ArrayList<>(stages);
        more.add(comment(comment) + dialect.stage(name, query, inPlace));
        return new Stages(dialect, more);
    }

    /** The whole query. */
    String then(String comment, String query) {
        return "WITH " + String.join(", ", stages) + " " + comment(comment) + query;
    }

    /** A comment; it holds nobody's names or values, so that nothing can end it early. */
    private static String comment(String words) {
        if (words.contains("*/")) {
            throw new IllegalArgumentException("a comment ends at its end only");
        }
        return "/* " + words + " */ ";
    }
}
