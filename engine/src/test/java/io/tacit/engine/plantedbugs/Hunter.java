package io.tacit.engine.plantedbugs;

/**
 * Who looks for a bug.
 *
 * @param layer L0 to L3, an attack's number, or "test"
 * @param hunt the class of this package that looks: a {@link Hunt}
 * @param what is looked at
 */
record Hunter(String layer, String hunt, String what) {
    /** The stochastic tester, on mechanisms whose name contains this. */
    static Hunter stochastic(String mechanism) {
        return new Hunter("L0", "MechanismHunt", mechanism);
    }

    /** The law of the noise and the arithmetic of thresholds, for checks whose name contains this. */
    static Hunter fit(String check) {
        return new Hunter("L2", "MechanismHunt", check);
    }

    /** The replay, on built-in queries that contain this. */
    static Hunter replay(String query) {
        return new Hunter("L1", "ReplayHunt", query);
    }

    /** The black box, on subjects whose name contains this. */
    static Hunter blackBox(String subject) {
        return new Hunter("L3", "BlackBoxHunt", subject);
    }

    /** Tests of an attack, whose methods begin like this. */
    static Hunter tests(String attack, String methods) {
        return new Hunter(attack, "AttackHunt", methods);
    }

    /** A test that is named for the bug. */
    static Hunter test(String classAndMethod) {
        return new Hunter("test", "TestHunt", classAndMethod);
    }

    /** The tests of a class that the build runs. */
    static Hunter verifiedTests(String className) {
        return new Hunter("test", "VerifiedTestsHunt", className);
    }
}
