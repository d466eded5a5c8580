import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, MouseEvent } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Spinner } from '#client/ui/display/progress.tsx';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { SmartLink } from './link.tsx';

/** The classes of all buttons and of links styled as one. */
const buttonVariants = cva(
  [
    'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 border font-medium whitespace-nowrap',
    'transition-[background-color,border-color,color,transform] select-none active:translate-y-px pointer-coarse:min-h-11',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:active:translate-y-0',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-strong',
        secondary:
          'border-line-strong bg-surface text-ink not-aria-disabled:hover:border-ink-3/60 not-aria-disabled:hover:bg-sunken',
        ghost:
          'border-transparent text-ink-2 not-aria-disabled:hover:bg-ink/6 not-aria-disabled:hover:text-ink',
        danger: 'border-transparent bg-failed text-on-failed not-aria-disabled:hover:bg-failed-strong',
      },
      size: {
        sm: 'base:h-8 base:rounded-control base:px-3 text-sm',
        md: 'base:h-10 base:rounded-button base:px-4 text-base',
        lg: 'base:h-11 base:rounded-button base:px-5 text-base',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

type ButtonVariant = VariantProps<typeof buttonVariants>;

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

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'busyText' | 'aria-label'> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: IconType;
  /** A tooltip other than the label, for example the reason why the button is disabled. */
  hint?: string | undefined;
}

/** A square button with only an icon. */
export function IconButton({
  label,
  icon,
  hint,
  size = 'sm',
  variant = 'secondary',
  className,
  ...rest
}: IconButtonProps) {
  const square = { sm: 'base:size-8', md: 'base:size-10', lg: 'base:size-11' }[size ?? 'sm'];
  return (
    <Button
      aria-label={label}
      size={size}
      variant={variant}
      className={cx('px-0 pointer-coarse:min-w-11', square, className)}
      {...tooltip(hint ?? label, { named: hint === undefined })}
      {...rest}
    >
      {rest.busy !== true && <Icon icon={icon} size={16} />}
    </Button>
  );
}

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'href'>, ButtonVariant {
  href: string;
  icon?: IconType | undefined;
}

/** A link styled as a button, for navigation. Use Button for actions. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <SmartLink className={cx(buttonVariants({ variant, size }), className)} {...rest}>
      {icon !== undefined && <Icon icon={icon} size={16} />}
      {children}
    </SmartLink>
  );
}
