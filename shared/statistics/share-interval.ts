/** Some of a number of calls, for example the delivered ones of the final ones; `part` is at most `whole`. */
export interface Share {
  part: number;
  whole: number;
}

/** Bounds of a share or of a difference of shares, where 0.04 is four percent or four points. */
export interface Interval {
  low: number;
  high: number;
}

/** The standard score between whose negative and positive lie 95 % of a normal distribution. */
const Z = 1.959_963_984_540_054;

/** Returns the 95 % Wilson score interval of a share, without continuity correction; `whole` is at least 1. */
export function wilsonInterval({ part, whole }: Share): Interval {
  const share = part / whole;
  const centre = share + Z ** 2 / (2 * whole);
  const reach = Z * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2));
  const scale = 1 + Z ** 2 / whole;
  return { low: Math.max(0, (centre - reach) / scale), high: Math.min(1, (centre + reach) / scale) };
}

/**
 * Returns the 95 % interval of the difference of two independent shares, `b` less `a`, by Newcombe's hybrid score method
 * without continuity correction (method 10 of Newcombe 1998); undefined while one of them has no calls.
 */
export function differenceInterval(a: Share, b: Share): Interval | undefined {
  if (a.whole === 0 || b.whole === 0) return undefined;
  const [shareA, shareB] = [a.part / a.whole, b.part / b.whole];
  const [ofA, ofB] = [wilsonInterval(a), wilsonInterval(b)];
  return {
    low: shareB - shareA - Math.hypot(shareB - ofB.low, ofA.high - shareA),
    high: shareB - shareA + Math.hypot(ofB.high - shareB, shareA - ofA.low),
  };
}
