package io.tacit.bench.random;

import java.util.List;

/**
 * A question as an analyst would ask it, with no options.
 *
 * @param sql the same text for Tacit and for DuckDB alone
 * @param ofAllGroups the same without what chooses rows of the answer: the truth of any group that might be shown
 * @param keys how many of its columns, the first ones, name a group
 * @param terms what each of the other columns computes
 * @param shapes what else the question has, such as a join
 */
record MadeQuestion(String sql, String ofAllGroups, int keys, List<MadeTerm.Kind> terms, List<String> shapes) {}
