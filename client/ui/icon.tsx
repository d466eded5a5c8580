import type { LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';

/** An icon prop: a lucide component, for example `Plus`. */
export type IconType = LucideIcon;

/** Renders an icon in the line weight of Hark. Decorative: render a text beside it. */
export function Icon({
  icon: Shape,
  size = 17,
  className,
}: {
  icon: IconType;
  size?: number;
  className?: string;
}) {
  return <Shape size={size} strokeWidth={1.7} className={cx('shrink-0', className)} aria-hidden />;
}
