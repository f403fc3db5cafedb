package io.tacit.engine.rewrite;

import io.tacit.privacy.mechanism.AutomaticGroups;
import java.util.OptionalLong;

/**
 * How people are to be counted by the number of their groups, or of all their rows where each counts for itself, before a
 * release measures anything else. All of it is public.
 *
 * @param bins of the histogram
 * @param finds whether C_u is chosen from it
 * @param reports whether it is said what C_u leaves out
 * @param most the largest C_u that may be chosen
 * @param possible in how many groups a person can be at most, where the query's structure tells; where rows count for
 *     themselves, how many groups noise is weighed for
 */
public record GroupsPerPerson(AutomaticGroups bins, boolean finds, boolean reports, long most, OptionalLong possible) {}
