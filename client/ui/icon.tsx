import type { LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';

/** An icon as every part takes it: the lucide component itself, for example `Plus`. */
export type IconType = LucideIcon;

/** Draws an icon in Hark's line weight; it is decoration, the words beside it carry the meaning. */
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
