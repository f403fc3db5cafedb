package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * An integer sum over people of one value per person and group; noise is added to states, never to answers.
 *
 * <p>Each kind says which integer one person contributes to one group. {@link #sensitivity} is the largest magnitude
 * that this integer can have, computed from integer bounds after every rounding, and never the real number that it
 * stands for. The proofs are in {@code State.md} beside this interface.
 */
public sealed interface State
        permits State.Users, State.Count, State.Sum, State.UserMean, State.Centred, State.Squares {
    /** Weighted states are scaled so that their largest value has this many bits. */
    int BITS = 40;

    /** The largest magnitude that one person contributes to one group; 0 only for a constant. */
    BigInteger sensitivity();

    /** The real value of one. */
    Rational unit();

    /** Whether everybody contributes 0, so that the state is 0 whatever the data: it needs no noise. */
    default boolean isConstant() {
        return sensitivity().signum() == 0;
    }

    /** People in the group: each contributes 1. */
    record Users() implements State {
        @Override
        public BigInteger sensitivity() {
            return BigInteger.ONE;
        }

        @Override
        public Rational unit() {
            return Rational.ONE;
        }
    }

    /**
     * Rows: a person with n of them contributes min(max(n, low), high).
     *
     * @param low at most {@code high}
     * @param high the upper bound
     */
    record Count(BigInteger low, BigInteger high) implements State {
        public Count {
            Ranges.check(low, high);
        }

        @Override
        public BigInteger sensitivity() {
            return low.abs().max(high.abs());
        }

        @Override
        public Rational unit() {
            return Rational.ONE;
        }
    }

    /**
     * Sums: a person whose values add up to s whole units contributes min(max(s, low), high), and 0 without values.
     *
     * @param low in whole units of the column, at most {@code high}
     * @param high in whole units of the column
     * @param column the real value of one whole unit
     */
    record Sum(BigInteger low, BigInteger high, Unit column) implements State {
        public Sum {
            Ranges.check(low, high);
        }

        @Override
        public BigInteger sensitivity() {
            return low.abs().max(high.abs());
        }

        @Override
        public Rational unit() {
            return column.size();
        }
    }

    /**
     * Means of people, centred: with H = high − low, a person with n values that add up to s contributes trunc(min(max(2s
     * − n(low+high), −nH), nH)·2^shift / n), and 0 without values.
     *
     * @param low in whole units of the column, at most {@code high}
     * @param high in whole units of the column
     * @param column the real value of one whole unit
     */
    record UserMean(BigInteger low, BigInteger high, Unit column) implements State {
        public UserMean {
            Ranges.check(low, high);
        }

        /** The power of two by which the quotient is scaled; may be negative. */
        public int shift() {
            return BITS - high.subtract(low).bitLength();
        }

        @Override
        public BigInteger sensitivity() {
            return Ranges.shift(high.subtract(low), shift());
        }

        @Override
        public Rational unit() {
            return column.size().dividedBy(Rational.of(2)).dividedBy(Ranges.power(shift()));
        }
    }

    /**
     * Rows, centred and weighed: with y = trunc((2·min(max(q, low), high) − (low+high)) / 2^coarse) for each value q, a
     * person with n values contributes trunc(min(n, maxRows)·Σy·2^shift / n), and 0 without values.
     *
     * @param low in whole units of the column, at most {@code high}
     * @param high in whole units of the column
     * @param maxRows how many rows one person may weigh, at least 1
     * @param column the real value of one whole unit
     */
    record Centred(BigInteger low, BigInteger high, long maxRows, Unit column) implements State {
        public Centred {
            Ranges.check(low, high);
            Ranges.checkRows(maxRows);
        }

        /** How many bits of y are dropped so that products stay within 128 bits. */
        public int coarse() {
            return Ranges.coarse(this.high.subtract(low), maxRows, 1);
        }

        /** The largest |y|. */
        public BigInteger reach() {
            return high.subtract(low).shiftRight(coarse());
        }

        /** The power of two by which the quotient is scaled; may be negative. */
        public int shift() {
            return BITS - reach().multiply(BigInteger.valueOf(maxRows)).bitLength();
        }

        @Override
        public BigInteger sensitivity() {
            return Ranges.shift(reach().multiply(BigInteger.valueOf(maxRows)), shift());
        }

        @Override
        public Rational unit() {
            return step().dividedBy(Ranges.power(shift()));
        }

        /** The real value of one unit of y. */
        public Rational step() {
            return column.size().dividedBy(Rational.of(2)).times(Ranges.power(coarse()));
        }
    }

    /**
     * Squares of rows, centred twice and weighed: with y as in {@link Centred} and H the largest |y|, a person with n
     * values contributes trunc(min(n, maxRows)·Σ(2y² − H²)·2^shift / n), and 0 without values.
     *
     * @param low in whole units of the column, at most {@code high}
     * @param high in whole units of the column
     * @param maxRows how many rows one person may weigh, at least 1
     * @param column the real value of one whole unit
     */
    record Squares(BigInteger low, BigInteger high, long maxRows, Unit column) implements State {
        public Squares {
            Ranges.check(low, high);
            Ranges.checkRows(maxRows);
        }

        /** How many bits of y are dropped so that products stay within 128 bits. */
        public int coarse() {
            return Ranges.coarse(this.high.subtract(low), maxRows, 2);
        }

        /** H, the largest |y|. */
        public BigInteger reach() {
            return high.subtract(low).shiftRight(coarse());
        }

        /** The power of two by which the quotient is scaled; may be negative. */
        public int shift() {
            return BITS - largest().bitLength();
        }

        private BigInteger largest() {
            return reach().pow(2).multiply(BigInteger.valueOf(maxRows));
        }

        @Override
        public BigInteger sensitivity() {
            return Ranges.shift(largest(), shift());
        }

        /** A sum of 2y² − H² counts the real (x − mid)² − h²/2 eight times, in squares of the column's unit. */
        @Override
        public Rational unit() {
            Rational y = step();
            return y.times(y).dividedBy(Rational.of(2)).dividedBy(Ranges.power(shift()));
        }

        /** The real value of one unit of y. */
        public Rational step() {
            return column.size().dividedBy(Rational.of(2)).times(Ranges.power(coarse()));
        }

        /** h, the real value of the largest |y|. */
        public Rational halfRange() {
            return step().times(Rational.of(reach()));
        }
    }
}
