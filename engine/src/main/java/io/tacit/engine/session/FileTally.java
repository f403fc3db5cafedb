package io.tacit.engine.session;

import java.util.Optional;

/**
 * What the questions about one file have spent in all, without a policy.
 *
 * @param file the file's name without its folder
 * @param epsilon of all questions by basic composition, as a decimal
 * @param delta of all questions by basic composition, as a decimal
 * @param questions how many were paid for
 * @param budget the epsilon that all questions together may cost, as a decimal; empty where nobody set one
 */
public record FileTally(String file, String epsilon, String delta, long questions, Optional<String> budget) {}
