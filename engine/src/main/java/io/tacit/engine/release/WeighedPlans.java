package io.tacit.engine.release;

import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.NoiseRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Remembers the noise plans of the last requests. To weigh the plans of one request takes longer than all other
 * planning, and analysts ask the same kind of query again and again. A request and its plans are public and fixed
 * before data is read.
 */
final class WeighedPlans {
    private static final int MOST = 256;

    private static final Map<NoiseRequest, List<ChooseNoise.Weighed>> LAST = new LinkedHashMap<>(MOST, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NoiseRequest, List<ChooseNoise.Weighed>> eldest) {
            return size() > MOST;
        }
    };

    private WeighedPlans() {}

    /**
     * The weighed plans of a request, as {@link ChooseNoise#weighed} finds them.
     *
     * @throws IllegalArgumentException when what is asked for contradicts itself
     */
    static List<ChooseNoise.Weighed> of(NoiseRequest request) {
        synchronized (LAST) {
            List<ChooseNoise.Weighed> known = LAST.get(request);
            if (known != null) {
                return known;
            }
        }
        List<ChooseNoise.Weighed> weighed = List.copyOf(ChooseNoise.weighed(request));
        synchronized (LAST) {
            LAST.put(request, weighed);
        }
        return weighed;
    }
}
