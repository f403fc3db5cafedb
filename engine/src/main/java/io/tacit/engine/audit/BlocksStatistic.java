package io.tacit.engine.audit;

/** A statistic of a block's outputs that tells best whether the canary is present. */
enum BlocksStatistic {
    /**
     * The logarithm of the likelihood ratio under Laplace noise, up to a factor: an output tells no more once it passes
     * the canary's contribution.
     */
    CLAMPED("the sum of the outputs, each clamped between what it is without and with the canary") {
        @Override
        double of(double[] outputs, double base, double contribution) {
            double sum = 0;
            for (int i = 0; i < outputs.length - 1; i++) {
                double moved = (outputs[i] - base) / contribution;
                sum += Double.isNaN(moved) ? 0 : Math.max(0, Math.min(1, moved));
            }
            return sum;
        }
    },
    /**
     * The logarithm of the likelihood ratio under Gaussian noise, up to a factor; it also finds a canary who is not
     * clamped.
     */
    TOTAL("the sum of the outputs") {
        @Override
        double of(double[] outputs, double base, double contribution) {
            double sum = 0;
            for (int i = 0; i < outputs.length - 1; i++) {
                sum += Double.isNaN(outputs[i]) ? 0 : outputs[i];
            }
            return sum;
        }
    },
    /** The best statistic for a canary who weighs more in one group than in others. */
    LARGEST("the largest output") {
        @Override
        double of(double[] outputs, double base, double contribution) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < outputs.length - 1; i++) {
                largest = Math.max(largest, Double.isNaN(outputs[i]) ? Double.NEGATIVE_INFINITY : outputs[i]);
            }
            return largest;
        }
    },
    /** The difference that is left when two groups have the same noise. */
    BESIDE("the first output minus that of the group where nobody is") {
        @Override
        double of(double[] outputs, double base, double contribution) {
            double difference = outputs[0] - outputs[outputs.length - 1];
            return Double.isNaN(difference) ? Double.NEGATIVE_INFINITY : difference;
        }
    },
    /** The number of groups that appear with a value. */
    SHOWN("how many of the canary's groups are shown with a value") {
        @Override
        double of(double[] outputs, double base, double contribution) {
            int shown = 0;
            for (int i = 0; i < outputs.length - 1; i++) {
                shown += Double.isNaN(outputs[i]) ? 0 : 1;
            }
            return shown;
        }
    };

    private final String words;

    BlocksStatistic(String words) {
        this.words = words;
    }

    /**
     * The statistic of one block.
     *
     * @param outputs as {@link BlocksOutcome#outputs}
     * @param base what an output is without the canary, but for noise
     * @param contribution how much the canary moves it, not 0
     */
    abstract double of(double[] outputs, double base, double contribution);

    String words() {
        return words;
    }
}
