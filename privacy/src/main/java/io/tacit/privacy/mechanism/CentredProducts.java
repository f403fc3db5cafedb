package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.List;

/**
 * Products of two columns, both centred, and weighed: with y = trunc((2·min(max(q, low), high) − (low+high)) /
 * 2^coarse) for each column of a row that has both, a person with n such rows contributes trunc(min(n, maxRows)·Σ
 * y₁·y₂·2^shift / n), and 0 without any. Covariance, correlation and regression are made of it. The proof is in
 * {@code CentredProducts.md} beside this class.
 *
 * @param first one column
 * @param second the other
 * @param maxRows how many rows one person may weigh, between 1 and 2^31 − 1
 */
public record CentredProducts(Factor first, Factor second, long maxRows) implements State {
    /**
     * One of the two columns.
     *
     * @param low in whole units of the column, at most {@code high}; magnitudes below 2^86
     * @param high in whole units of the column
     * @param column the real value of one whole unit
     */
    public record Factor(BigInteger low, BigInteger high, Unit column) {
        /** Refuses bounds out of range. */
        public Factor {
            Ranges.check(low, high);
        }
    }

    /** Refuses a number of rows out of range. */
    public CentredProducts {
        Ranges.checkRows(maxRows);
    }

    /** How many bits of a factor's y are dropped so that products stay within 128 bits; 0 but for wide bounds. */
    public int coarse(Factor factor) {
        return Ranges.coarse(factor.high.subtract(factor.low), maxRows, 2);
    }

    /** The largest |y| of a factor. */
    public BigInteger reach(Factor factor) {
        return factor.high.subtract(factor.low).shiftRight(coarse(factor));
    }

    /** The power of two by which the quotient is scaled; may be negative. */
    public int shift() {
        return BITS - largest().bitLength();
    }

    private BigInteger largest() {
        return reach(first).multiply(reach(second)).multiply(BigInteger.valueOf(maxRows));
    }

    /**
     * What a person with these rows contributes.
     *
     * @param firsts the first column of each row
     * @param seconds the second column of the same rows, in the same order
     * @throws IllegalArgumentException for lists that are not equally long
     */
    public BigInteger contribution(List<BigInteger> firsts, List<BigInteger> seconds) {
        if (firsts.size() != seconds.size()) {
            throw new IllegalArgumentException("firsts and seconds must be columns of the same rows");
        }
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i < firsts.size(); i++) {
            sum = sum.add(deviation(first, firsts.get(i)).multiply(deviation(second, seconds.get(i))));
        }
        return Ranges.weighed(sum, firsts.size(), maxRows, shift());
    }

    private BigInteger deviation(Factor factor, BigInteger value) {
        return Ranges.deviation(value, factor.low, factor.high, coarse(factor));
    }

    @Override
    public BigInteger sensitivity() {
        return largest().shiftLeft(shift());
    }

    /** The product of a step of either y: a sum of y₁·y₂ counts (x₁ − mid₁)·(x₂ − mid₂) in these. */
    @Override
    public Rational unit() {
        return step(first).times(step(second)).dividedBy(Ranges.power(shift()));
    }

    /** The real value of one unit of a factor's y. */
    public Rational step(Factor factor) {
        return factor.column.size().dividedBy(Rational.of(2)).times(Ranges.power(coarse(factor)));
    }

    /** The real value of the largest |y| of a factor. */
    public Rational halfRange(Factor factor) {
        return step(factor).times(Rational.of(reach(factor)));
    }
}
