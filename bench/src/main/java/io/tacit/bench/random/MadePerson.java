package io.tacit.bench.random;

/**
 * What goes through all rows of one person.
 *
 * @param number from 0
 * @param home in [0, 1): where the person stands among the values of columns that people are faithful to
 * @param effect what the person's numbers are multiplied by; around 1
 * @param start in [0, 1): when the person's time begins, as a part of the whole
 * @param length of the person's time, as a part of the whole
 * @param rows how many rows the person has
 */
record MadePerson(int number, double home, double effect, double start, double length, int rows) {}
