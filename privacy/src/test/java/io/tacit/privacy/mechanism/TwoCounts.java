package io.tacit.privacy.mechanism;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The law of two counts with independent noise of one scale. Test code only. */
final class TwoCounts {
    private TwoCounts() {}

    static Map<List<BigInteger>, Double> law(long first, long second, double scale, long widest) {
        LaplaceLaw noise = new LaplaceLaw(scale);
        Map<List<BigInteger>, Double> law = new HashMap<>();
        for (long a = -widest; a <= widest; a++) {
            for (long b = -widest; b <= widest; b++) {
                law.put(
                        List.of(BigInteger.valueOf(first + a), BigInteger.valueOf(second + b)),
                        noise.at(a) * noise.at(b));
            }
        }
        return law;
    }
}
