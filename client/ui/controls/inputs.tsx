import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { useFieldAttributes } from './field.tsx';

/** The classes shared by text fields and selects. On phones the text is 16 px: iOS zooms into anything smaller. */
const controlVariants = [
  'w-full min-w-0 rounded-control border base:border-line-strong base:bg-surface base:px-3 text-base text-ink max-sm:text-[1rem]',
  'transition-[border-color,box-shadow] base:hover:border-ink-3/60',
  'focus-visible:border-accent focus-visible:shadow-[0_0_0_3px_var(--color-accent-soft)] focus-visible:outline-none',
  'aria-invalid:border-failed aria-invalid:focus-visible:shadow-[0_0_0_3px_var(--color-failed-soft)]',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3',
].join(' ');

/** A single-line text field. It accepts the props of `register()` of react-hook-form. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const field = useFieldAttributes();
  return (
    <input
      type={type}
      className={cx(
        controlVariants,
        'base:h-10 base:read-only:bg-sunken base:pointer-coarse:h-11',
        className,
      )}
      {...field}
      {...rest}
    />
  );
}

/** A password field with a visibility toggle. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput type={shown ? 'text' : 'password'} className={cx('pr-11', className)} {...rest} />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => {
          setShown(!shown);
        }}
        className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-control text-ink-3 transition-colors hover:text-ink"
      >
        <Icon icon={shown ? EyeOff : Eye} />
      </button>
    </div>
  );
}

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

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectInputProps extends Omit<ComponentProps<'select'>, 'multiple' | 'size'> {
  options: readonly SelectOption[];
  /** Shown while the value is ''. */
  placeholder?: string;
}

/** A native select, for accessibility and the pickers of mobile browsers. */
export function SelectInput({ options, placeholder, className, ...rest }: SelectInputProps) {
  const field = useFieldAttributes();
  return (
    <div className="relative">
      <select
        className={cx(
          controlVariants,
          'h-10 cursor-pointer appearance-none pr-9 pointer-coarse:h-11',
          className,
        )}
        {...field}
        {...rest}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        icon={ChevronDown}
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
      />
    </div>
  );
}
