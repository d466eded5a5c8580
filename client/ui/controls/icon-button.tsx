import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.ts';

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
  const square = { sm: 'size-8', md: 'size-10', lg: 'size-11' }[size ?? 'sm'];
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
