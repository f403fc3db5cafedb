package io.tacit.engine.randomqueries;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A query in both dialects. */
public final class RandomQuery {
    private final Answer answer;

    RandomQuery(Answer answer) {
        this.answer = answer;
    }

    /**
     * As an analyst writes it.
     *
     * @param groups how many groups a person may be in, for queries that say so
     */
    public String tacit(long groups) {
        return text(Dialect.TACIT, answer.sql(Dialect.TACIT)).replace(Release.GROUPS, String.valueOf(groups));
    }

    /**
     * The same for DuckDB.
     *
     * @param threshold how many people a group needs
     */
    public String plain(long threshold) {
        return text(Dialect.PLAIN, answer.sql(Dialect.PLAIN)).replace(Release.THRESHOLD, String.valueOf(threshold));
    }

    /** For DuckDB: how many groups the person in most groups is in. */
    public String mostGroups() {
        return text(Dialect.PLAIN, answer.release().mostGroups());
    }

    /** For each column how far two answers may be apart. */
    public List<Rounding> rounding() {
        return answer.outputs().stream().map(Field::rounding).toList();
    }

    private String text(Dialect dialect, String body) {
        Map<String, Block> named = new LinkedHashMap<>();
        answer.release().rows().collect(named);
        List<String> with = new ArrayList<>();
        named.forEach((name, block) -> with.add(name + " AS (" + block.sql(dialect) + ")"));
        return (with.isEmpty() ? "" : "WITH " + String.join(", ", with) + " ") + body;
    }
}
