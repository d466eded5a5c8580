import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Icon, type IconType } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'busyText' | 'aria-label'> {
  /** What it does, in words: its name for screen readers, and its tooltip. */
  label: string;
  icon: IconType;
  /** Shown instead of the label on hover, for example why it is disabled. */
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
    <Tooltip content={hint ?? label}>
      <Button
        aria-label={label}
        size={size}
        variant={variant}
        className={cx('px-0 pointer-coarse:min-w-11', square, className)}
        {...rest}
      >
        {rest.busy !== true && <Icon icon={icon} size={16} />}
      </Button>
    </Tooltip>
  );
}
