package io.tacit.engine.audit;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerRow;
import java.util.Arrays;
import java.util.BitSet;

/** What one answer shows of each block: a number for each group, or NaN for a group that is absent or NULL. */
final class BlocksOutcome {
    private final BitSet present;
    private final double[][] outputs;

    /**
     * The outcome of trials.
     *
     * @param present which of them have a canary
     * @param outputs as {@link #outputs}
     */
    BlocksOutcome(BitSet present, double[][] outputs) {
        this.present = present;
        this.outputs = outputs;
    }

    /** Reads an answer whose first column is the group. */
    static BlocksOutcome of(BlocksTables tables, Answer answer, BlackBoxReading reading) {
        int width = tables.shape().width();
        double[][] outputs = new double[tables.shape().blocks()][width];
        for (double[] block : outputs) {
            Arrays.fill(block, Double.NaN);
        }
        for (AnswerRow row : answer.rows()) {
            if (row.values().get(0) instanceof Integer group) {
                outputs[group / width][group % width] = reading.of(row);
            }
        }
        return new BlocksOutcome(tables.present(), outputs);
    }

    int blocks() {
        return outputs.length;
    }

    boolean present(int block) {
        return present.get(block);
    }

    /** The outputs of the canary's groups, followed by that of the empty group. */
    double[] outputs(int block) {
        return outputs[block];
    }
}
