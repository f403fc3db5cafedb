package io.tacit.engine.release;

import io.tacit.privacy.mechanism.GroupCounts;

/**
 * What a person has in one group, of a total.
 *
 * @param weight by how many people are in more groups; in units of the column
 * @param cancels whether it may be positive for some and negative for others
 */
record PairWeight(GroupCounts.Weight weight, boolean cancels) {}
