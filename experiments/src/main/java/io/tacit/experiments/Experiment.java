package io.tacit.experiments;

import io.tacit.experiments.result.Result;

/** One experiment: a question about accuracy, and the work that answers it. */
public interface Experiment {
    /** Its name on the command line, in lower case with hyphens, such as {@code table-2}. */
    String name();

    /** What is asked, in one sentence that somebody understands who has not read the paper. */
    String question();

    /** Where it comes from, such as {@code the paper's Table 2}. */
    String source();

    /**
     * Whether it reads the TPC-H data set, which is generated, and needs room and time, where it is not there yet.
     */
    boolean readsTpch();

    /**
     * Does the work.
     *
     * @throws java.util.concurrent.CancellationException when the thread was interrupted
     * @throws io.tacit.engine.refusal.Refusal when the engine or the data set fails
     */
    Result run(Laboratory laboratory);
}
