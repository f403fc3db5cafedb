package io.tacit.privacy.number;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The integers that were found last. A query asks for the same tails many times over, once for each state and width of
 * an interval, and the next query of an analyst asks for them again; each depends on its three numbers alone, which are
 * public.
 */
final class RecentTails {
    private static final int MOST = 4_096;

    /** Whoever asks with numbers of thousands of digits is not served from memory. */
    private static final int MOST_BITS = 4_096;

    private final Map<Key, BigInteger> found = new LinkedHashMap<>(256, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, BigInteger> eldest) {
            return size() > MOST;
        }
    };

    /**
     * What the supplier finds, or found before for the same numbers.
     *
     * @param parts of the share, or 0 where the probability itself is meant
     */
    BigInteger of(Rational spread, Rational probability, long parts, Supplier<BigInteger> search) {
        if (bits(spread) + bits(probability) > MOST_BITS) {
            return search.get();
        }
        Key key = new Key(spread, probability, parts);
        Optional<BigInteger> before = before(key);
        if (before.isPresent()) {
            return before.get();
        }
        // Outside the lock: two that ask at once both search, and find the same.
        BigInteger now = search.get();
        synchronized (found) {
            found.put(key, now);
        }
        return now;
    }

    private Optional<BigInteger> before(Key key) {
        synchronized (found) {
            return Optional.ofNullable(found.get(key));
        }
    }

    private static int bits(Rational value) {
        return value.numerator().bitLength() + value.denominator().bitLength();
    }

    private record Key(Rational spread, Rational probability, long parts) {}
}
