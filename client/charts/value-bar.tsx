import type { SVGProps } from 'react';
import type { ChartLayout } from './chart-layout.ts';

interface ValueBarProps extends Pick<SVGProps<SVGPathElement>, 'className' | 'fill'> {
  layout: Pick<ChartLayout, 'y' | 'bottom'>;
  /** Its left edge. */
  x: number;
  width: number;
  value: number;
  radius?: number;
}

/** A bar from the bottom line of a chart to a value, rounded at the value; nothing where it has no height. */
export function ValueBar({ layout: { y, bottom }, x, width, value, radius = 4, ...style }: ValueBarProps) {
  const top = y(value);
  const height = bottom - top;
  if (height <= 0) return null;
  const r = Math.max(1, Math.min(radius, width / 2, height / 2));
  const corner = `a${String(r)},${String(r)} 0 0 1`;
  const path = ['M', x + r, top, 'h', width - 2 * r, corner, r, r, 'V', bottom, 'h', -width];
  return <path d={[...path, 'V', top + r, corner, r, -r, 'z'].join(' ')} {...style} />;
}
