package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommonDivisorTest {
    @Test
    void isTheGreatestForIntegersOfEveryLength() {
        List<BigInteger> integers = new ArrayList<>();
        for (int power : List.of(0, 1, 2, 31, 32, 52, 53, 61, 62, 63, 64, 65, 127)) {
            BigInteger two = BigInteger.ONE.shiftLeft(power);
            for (BigInteger near :
                    List.of(two.subtract(BigInteger.ONE), two, two.add(BigInteger.ONE), two.add(two.shiftRight(1)))) {
                integers.add(near);
                integers.add(near.negate());
            }
        }
        SeededBits bits = new SeededBits(5);
        for (int i = 0; i < 40; i++) {
            integers.add(
                    BigInteger.valueOf(bits.nextLong() >> i).multiply(BigInteger.valueOf(bits.nextLong() >>> 20 + i)));
            integers.add(BigInteger.valueOf((bits.nextLong() >>> 40) * 1_000_000));
        }
        for (BigInteger numerator : integers) {
            for (BigInteger denominator : integers) {
                if (denominator.signum() != 0) {
                    assertThat(CommonDivisor.of(numerator, denominator)).isEqualTo(numerator.gcd(denominator));
                }
            }
        }
    }
}
