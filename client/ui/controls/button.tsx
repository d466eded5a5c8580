import type { ComponentProps, MouseEvent } from 'react';
import { buttonVariants, type ButtonVariant } from './button-variants.ts';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { Spinner } from '#client/ui/display/spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonVariant {
  /** Work is under way: a spinner shows, further clicks do nothing, and the keyboard focus stays where it is. */
  busy?: boolean | undefined;
  /** What the button says while busy; its own text otherwise. */
  busyText?: string | undefined;
  icon?: IconType | undefined;
}

/**
 * A button. `disabled` and `busy` are announced (`aria-disabled`) instead of removing it from the tab order, so a
 * keyboard user neither loses the place nor the reason (a Tooltip around it may say why).
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
