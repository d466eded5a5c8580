import { useId } from 'react';
import { cx } from '#client/ui/cx.ts';

interface SwitchProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off, as a row of a list; pressing anywhere on it changes it. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-center gap-x-6 px-5 py-3.5">
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="block font-medium">
          {label}
        </span>
        <span id={`${id}-hint`} className="block text-sm text-ink-3">
          {hint}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className={cx(
          'flex h-6 w-10 shrink-0 items-center rounded-full border p-0.5 transition-colors',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
          checked ? 'justify-end border-accent bg-accent' : 'border-line-strong bg-sunken',
        )}
      >
        <span className={cx('size-4.5 rounded-full', checked ? 'bg-on-accent' : 'bg-ink-3')} />
      </span>
    </label>
  );
}
