#pragma once

namespace rainier::oracle {

/// The principal branch of Lambert's W: the w >= -1 with w e^w = x, for x >= -1/e.
/// Halley's iteration (Corless et al., Adv. Comput. Math. 5, 1996) to full double precision; close to the
/// branch point at -1/e the result carries the square root of the argument's own rounding, about 1e-8.
double lambert_w0(double x);

}  // namespace rainier::oracle
