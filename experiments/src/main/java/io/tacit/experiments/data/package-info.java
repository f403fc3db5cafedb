/** Data for experiments: tables of made-up people, and how fine curves over them are. */
@NullMarked
package io.tacit.experiments.data;

import org.jspecify.annotations.NullMarked;
