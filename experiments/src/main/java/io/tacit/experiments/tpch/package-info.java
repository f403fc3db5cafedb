/** The TPC-H data set: generated once for each scale, with its tables as they are declared. */
@NullMarked
package io.tacit.experiments.tpch;

import org.jspecify.annotations.NullMarked;
