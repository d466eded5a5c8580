import type { ComponentProps, MouseEvent } from 'react';
import { buttonVariants, type ButtonVariant } from './button-variants.ts';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { Spinner } from '#client/ui/display/spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonVariant {
  /** Shows a spinner and ignores clicks; the focus stays. */
  busy?: boolean | undefined;
  /** The text while busy; the children by default. */
  busyText?: string | undefined;
  icon?: IconType | undefined;
}

/**
 * A button. `disabled` and `busy` set `aria-disabled` and keep it in the tab order, so that keyboard users keep their
 * position and can read the reason in a tooltip.
 */
export function Button({
  variant,
  size,
  busy = false,
  busyText,
  icon,
  disabled = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const inert = busy || disabled;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      className={cx(buttonVariants({ variant, size }), className)}
      onClick={click}
      {...rest}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon icon={icon} size={16} />}
      {busy ? (busyText ?? children) : children}
    </button>
  );
}
