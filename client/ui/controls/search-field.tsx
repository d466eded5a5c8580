import { Search } from 'lucide-react';
import type { KeyboardEventHandler } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Field } from './field.tsx';
import { TextInput } from './inputs.tsx';

interface SearchFieldProps {
  /** Label for screen readers, and the placeholder. */
  label: string;
  value: string;
  maxLength?: number;
  /** Default: text. */
  inputMode?: 'tel';
  className?: string;
  onChange: (value: string) => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
}

/** A search field with a label for screen readers. */
export function SearchField({ label, className, onChange, ...input }: SearchFieldProps) {
  return (
    <Field label={label} hideLabel className={cx('w-full', className)}>
      {({ labelId: _label, ...control }) => (
        <div className="relative">
          <Icon
            icon={Search}
            size={16}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
          />
          <TextInput
            {...control}
            {...input}
            type="search"
            autoComplete="off"
            placeholder={label}
            className="pl-9"
            onChange={({ target }) => {
              onChange(target.value);
            }}
          />
        </div>
      )}
    </Field>
  );
}
