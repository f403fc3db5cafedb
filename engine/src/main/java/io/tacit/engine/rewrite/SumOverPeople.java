package io.tacit.engine.rewrite;

/** Whether a state is a sum over people of something that each person has alone. */
public final class SumOverPeople implements StateRequest.Visitor<Boolean> {
    @Override
    public Boolean users(StateRequest.Users users) {
        return true;
    }

    @Override
    public Boolean without(StateRequest.Without without) {
        return true;
    }

    @Override
    public Boolean count(StateRequest.Count count) {
        return true;
    }

    @Override
    public Boolean sum(StateRequest.Sum sum) {
        return true;
    }

    @Override
    public Boolean userMean(StateRequest.UserMean mean) {
        return true;
    }

    @Override
    public Boolean centred(StateRequest.Centred centred) {
        return true;
    }

    @Override
    public Boolean squares(StateRequest.Squares squares) {
        return true;
    }

    @Override
    public Boolean products(StateRequest.Products products) {
        return true;
    }

    /** What several people have counts once in a total, and once in each part. */
    @Override
    public Boolean distinct(StateRequest.Distinct distinct) {
        return false;
    }
}
