import { cx } from './cx.ts';

/** The mark of Hark. Decorative beside the name; set `title` where it is used alone. */
export function LogoMark({
  size = 28,
  title,
  className,
}: {
  size?: number;
  title?: string;
  className?: string;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      className={cx('shrink-0', className)}
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      <rect width="28" height="28" rx="8" className="fill-accent" />
      <g className="stroke-on-accent" strokeWidth="2" strokeLinecap="round">
        <path d="M7 12.8v2.4M10.5 11.1v5.8M14 8.8v10.4M17.5 7.1v13.8M21 11.6v4.8" fill="none" />
      </g>
    </svg>
  );
}

/** The mark with the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5 text-lg font-semibold text-ink', className)}>
      <LogoMark />
      Hark
    </span>
  );
}
