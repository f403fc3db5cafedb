package io.tacit.bench.random;

/**
 * How large data sets are.
 *
 * @param word the option that asks for it; empty for what is asked for without one
 * @param fewest people
 * @param most people
 * @param rows of a table at most
 * @param codes how many values a code has at most
 */
record MadeSize(String word, int fewest, int most, int rows, int codes) {
    static final MadeSize WHOLE = new MadeSize("", 300, 40_000, 250_000, 300);
    static final MadeSize SMALL = new MadeSize("--small", 400, 1_500, 4_000, 12);
}
