package io.tacit.engine.release;

import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.accounting.Measurement;

/** The share of a release's budget that each kind of state should get, relative to the other states. */
final class StateMeasurement implements StateRequest.Visitor<Measurement> {
    @Override
    public Measurement users(StateRequest.Users users) {
        return Measurement.STATE;
    }

    /** A complement has no share: the states beside it pay for it. */
    @Override
    public Measurement without(StateRequest.Without without) {
        throw new IllegalArgumentException("a complement has no part of its own");
    }

    @Override
    public Measurement count(StateRequest.Count count) {
        return Measurement.STATE;
    }

    @Override
    public Measurement sum(StateRequest.Sum sum) {
        return Measurement.STATE;
    }

    @Override
    public Measurement userMean(StateRequest.UserMean mean) {
        return Measurement.STATE;
    }

    @Override
    public Measurement centred(StateRequest.Centred centred) {
        return Measurement.STATE;
    }

    @Override
    public Measurement squares(StateRequest.Squares squares) {
        return Measurement.SQUARES;
    }

    @Override
    public Measurement products(StateRequest.Products products) {
        return Measurement.STATE;
    }

    @Override
    public Measurement distinct(StateRequest.Distinct distinct) {
        return Measurement.STATE;
    }
}
