package io.tacit.engine.plantedbugs;

import java.util.function.Function;

/**
 * A search for bugs. It takes what to look at, and gives how many checks it ran and what it found: {@code runs|words},
 * or {@code runs|} alone where it found nothing. Only types of the JDK pass, because engine and hunt are loaded anew
 * for each bug.
 */
public interface Hunt extends Function<String, String> {}
