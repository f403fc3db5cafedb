/** The examples of the library's guide. In: the page; out: that they are what is compiled and run here. */
@NullMarked
package io.tacit.privacy.guide;

import org.jspecify.annotations.NullMarked;
