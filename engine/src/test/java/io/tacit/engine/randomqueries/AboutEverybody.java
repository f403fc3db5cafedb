package io.tacit.engine.randomqueries;

/**
 * A number about everybody inside another query: a release of its own.
 *
 * @param release without keys, with one measure for which nothing is rounded
 */
record AboutEverybody(Release release) implements Expression {
    @Override
    public Kind kind() {
        return release.measures().get(0).field().kind();
    }

    @Override
    public boolean exact() {
        return true;
    }

    @Override
    public String text(Dialect dialect) {
        return "(" + (dialect == Dialect.TACIT ? release.tacit() : release.plain()) + ")";
    }
}
