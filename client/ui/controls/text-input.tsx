import type { ComponentProps } from 'react';
import { controlVariants } from './control-variants.ts';
import { cx } from '#client/ui/cx.ts';
import { useFieldAttributes } from './field-control.ts';

/** A single-line text field. It accepts the props of `register()` of react-hook-form. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const field = useFieldAttributes();
  return (
    <input
      type={type}
      className={cx(controlVariants, 'h-10 base:read-only:bg-sunken pointer-coarse:h-11', className)}
      {...field}
      {...rest}
    />
  );
}
