package io.tacit.engine.rewrite;

/** Whether a total is the sum of its parts before noise: for COUNT and SUM, but not of different values. */
public final class AdditiveComputation implements Computation.Visitor<Boolean> {
    @Override
    public Boolean total(Computation.Total total) {
        return total.state().accept(new SumOverPeople());
    }

    @Override
    public Boolean people(Computation.People people) {
        return true;
    }

    @Override
    public Boolean sumOfRows(Computation.SumOfRows sum) {
        return true;
    }

    @Override
    public Boolean mean(Computation.Mean mean) {
        return false;
    }

    @Override
    public Boolean spread(Computation.Spread spread) {
        return false;
    }

    @Override
    public Boolean pair(Computation.Pair pair) {
        return false;
    }

    @Override
    public Boolean quantile(Computation.Quantile quantile) {
        return false;
    }

    @Override
    public Boolean mostFrequent(Computation.MostFrequent mode) {
        return false;
    }
}
