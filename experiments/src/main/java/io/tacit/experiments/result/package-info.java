/** What experiments find: tables of numbers, and pictures as series of points. */
@NullMarked
package io.tacit.experiments.result;

import org.jspecify.annotations.NullMarked;
