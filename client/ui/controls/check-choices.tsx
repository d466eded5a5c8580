import type { ComponentProps } from 'react';
import { cx } from '#client/ui/cx.ts';
import { useFieldGroup } from './field.tsx';

interface CheckChoicesProps {
  options: readonly { value: string; title: string; description: string }[];
  /** What the form registers: the checked values are one field. */
  registered: ComponentProps<'input'>;
  className?: string;
}

/** Several choices of a Field, each with what it means. */
export function CheckChoices({ options, registered, className }: CheckChoicesProps) {
  return (
    <div
      role="group"
      {...useFieldGroup()}
      className={cx('divide-y divide-line rounded-control border border-line', className)}
    >
      {options.map(({ value, title, description }) => (
        <label key={value} className="flex cursor-pointer items-start gap-3 px-3 py-2 hover:bg-sunken">
          <input
            type="checkbox"
            value={value}
            className="mt-1 size-4 shrink-0 accent-accent"
            {...registered}
          />
          <span className="min-w-0">
            <span className="block text-sm font-medium">{title}</span>
            <span className="block text-sm text-ink-2">{description}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
