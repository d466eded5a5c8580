import type { ComponentProps } from 'react';
import { controlVariants } from './control-variants.ts';
import { cx } from '#client/ui/cx.ts';
import { useFieldAttributes } from './field-control.ts';

/** A multi-line text field. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldAttributes();
  return (
    <textarea
      rows={rows}
      className={cx(controlVariants, 'resize-y py-2.5', className)}
      {...field}
      {...rest}
    />
  );
}
