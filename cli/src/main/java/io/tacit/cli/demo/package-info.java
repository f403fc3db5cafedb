/** The demonstration: TPC-H, generated once, and a tour of private queries over it. */
@NullMarked
package io.tacit.cli.demo;

import org.jspecify.annotations.NullMarked;
