package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.List;

/**
 * An integer sum over people of one value per person and group; noise is added to states, never to answers.
 *
 * <p>Each kind says which integer one person contributes to one group, in words for the author of the SQL and as a
 * method. {@link #sensitivity} is the largest magnitude that this integer can have, computed from integer bounds after
 * every rounding, and never the real number that it stands for. It is reached, and never passed; with 2^31 rows of one
 * person and 2^40 people no intermediate passes 2^126. The proofs are in {@code State.md} beside this interface.
 *
 * <p>Whole units are those of a {@link Unit}; in every formula trunc is toward zero. Two states that are equal are one
 * state: it is measured once, however many aggregates ask for it.
 */
public sealed interface State
        permits State.Users,
                State.Without,
                State.Count,
                State.Weight,
                State.Sum,
                State.UserMean,
                State.Centred,
                State.Squares,
                CentredProducts {
    /** Weighted states are scaled so that their largest value has this many bits. */
    int BITS = 40;

    /** The largest magnitude that one person contributes to one group; 0 only for a constant. */
    BigInteger sensitivity();

    /** The real value of one unit of the state. */
    Rational unit();

    /**
     * Whether everybody contributes 0, whatever the data (bounds that leave a single value, or bounds of 0): the state
     * is 0, everyone knows it, and it needs no noise. Its integer need not be read.
     */
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

    /** People in the group who have no row of a kind: each contributes 1, and everybody else 0. */
    record Without() implements State {
        /** What a person with so many rows contributes. */
        public BigInteger contribution(BigInteger rows) {
            return rows.signum() == 0 ? BigInteger.ONE : BigInteger.ZERO;
        }

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
     * @param low at most {@code high}; magnitudes below 2^86
     * @param high the upper bound
     */
    record Count(BigInteger low, BigInteger high) implements State {
        /** Refuses bounds out of range. */
        public Count {
            Ranges.check(low, high);
        }

        /** What a person with so many rows contributes. */
        public BigInteger contribution(BigInteger rows) {
            return Ranges.clamp(rows, low, high);
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
     * The weight of rows: a person with n values contributes min(n, maxRows). The same as {@code Count(0, maxRows)},
     * which is its canonical form: ask for {@link #asCount} before states are compared.
     *
     * @param maxRows how many rows one person may weigh, between 1 and 2^31 − 1
     */
    record Weight(long maxRows) implements State {
        /** Refuses a number of rows out of range. */
        public Weight {
            Ranges.checkRows(maxRows);
        }

        /** The same state as a count. */
        public Count asCount() {
            return new Count(BigInteger.ZERO, BigInteger.valueOf(maxRows));
        }

        /** What a person with so many values contributes. */
        public BigInteger contribution(BigInteger rows) {
            return asCount().contribution(rows);
        }

        @Override
        public BigInteger sensitivity() {
            return BigInteger.valueOf(maxRows);
        }

        @Override
        public Rational unit() {
            return Rational.ONE;
        }
    }

    /**
     * Sums: a person whose values add up to s whole units contributes min(max(s, low), high), and 0 without values.
     *
     * @param low in whole units of the column, at most {@code high}; magnitudes below 2^86
     * @param high in whole units of the column
     * @param column the real value of one whole unit
     */
    record Sum(BigInteger low, BigInteger high, Unit column) implements State {
        /** Refuses bounds out of range. */
        public Sum {
            Ranges.check(low, high);
        }

        /** What a person contributes, given the sum of the values and their number. */
        public BigInteger contribution(BigInteger sum, BigInteger rows) {
            return rows.signum() == 0 ? BigInteger.ZERO : Ranges.clamp(sum, low, high);
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
     * Means of people, centred: with H = high − low, a person with n values that add up to s contributes
     * trunc(min(max(2s − n(low+high), −nH), nH)·2^shift / n), and 0 without values.
     *
     * @param low in whole units of the column, at most {@code high}; magnitudes below 2^86
     * @param high in whole units of the column
     * @param column the real value of one whole unit
     */
    record UserMean(BigInteger low, BigInteger high, Unit column) implements State {
        /** Refuses bounds out of range. */
        public UserMean {
            Ranges.check(low, high);
        }

        /** H, the largest magnitude before scaling. */
        public BigInteger reach() {
            return high.subtract(low);
        }

        /** The power of two by which the quotient is scaled; may be negative. */
        public int shift() {
            return BITS - reach().bitLength();
        }

        /** What a person contributes, given the sum of the values and their number. */
        public BigInteger contribution(BigInteger sum, BigInteger rows) {
            BigInteger most = rows.multiply(reach());
            BigInteger deviation = sum.shiftLeft(1).subtract(rows.multiply(low.add(high)));
            return Ranges.scaled(Ranges.clamp(deviation, most.negate(), most), shift(), rows);
        }

        @Override
        public BigInteger sensitivity() {
            return reach().shiftLeft(shift());
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
     * @param low in whole units of the column, at most {@code high}; magnitudes below 2^86
     * @param high in whole units of the column
     * @param maxRows how many rows one person may weigh, between 1 and 2^31 − 1
     * @param column the real value of one whole unit
     */
    record Centred(BigInteger low, BigInteger high, long maxRows, Unit column) implements State {
        /** Refuses bounds and numbers of rows out of range. */
        public Centred {
            Ranges.check(low, high);
            Ranges.checkRows(maxRows);
        }

        /** How many bits of y are dropped so that products stay within 128 bits; 0 but for the widest bounds. */
        public int coarse() {
            return Ranges.coarse(high.subtract(low), maxRows, 1);
        }

        /** The largest |y|. */
        public BigInteger reach() {
            return high.subtract(low).shiftRight(coarse());
        }

        /** The power of two by which the quotient is scaled; may be negative. */
        public int shift() {
            return BITS - largest().bitLength();
        }

        private BigInteger largest() {
            return reach().multiply(BigInteger.valueOf(maxRows));
        }

        /** What a person with these values contributes. */
        public BigInteger contribution(List<BigInteger> values) {
            BigInteger sum = BigInteger.ZERO;
            for (BigInteger value : values) {
                sum = sum.add(Ranges.deviation(value, low, high, coarse()));
            }
            return Ranges.weighed(sum, values.size(), maxRows, shift());
        }

        @Override
        public BigInteger sensitivity() {
            return largest().shiftLeft(shift());
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
     * Squares of rows, centred twice and weighed: with y as in {@link Centred} and R the largest |y|, a person with n
     * values contributes trunc(min(n, maxRows)·Σ(2y² − R²)·2^shift / n), and 0 without values.
     *
     * @param low in whole units of the column, at most {@code high}; magnitudes below 2^86
     * @param high in whole units of the column
     * @param maxRows how many rows one person may weigh, between 1 and 2^31 − 1
     * @param column the real value of one whole unit
     */
    record Squares(BigInteger low, BigInteger high, long maxRows, Unit column) implements State {
        /** Refuses bounds and numbers of rows out of range. */
        public Squares {
            Ranges.check(low, high);
            Ranges.checkRows(maxRows);
        }

        /** How many bits of y are dropped so that products stay within 128 bits; 0 but for wide bounds. */
        public int coarse() {
            return Ranges.coarse(high.subtract(low), maxRows, 2);
        }

        /** R, the largest |y|. */
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

        /** What a person with these values contributes. */
        public BigInteger contribution(List<BigInteger> values) {
            BigInteger sum = BigInteger.ZERO;
            for (BigInteger value : values) {
                BigInteger y = Ranges.deviation(value, low, high, coarse());
                sum = sum.add(y.multiply(y).shiftLeft(1).subtract(reach().pow(2)));
            }
            return Ranges.weighed(sum, values.size(), maxRows, shift());
        }

        @Override
        public BigInteger sensitivity() {
            return largest().shiftLeft(shift());
        }

        /** Half the square of a step of y: a sum of 2y² − R² counts (x − mid)² − h²/2 in these. */
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
