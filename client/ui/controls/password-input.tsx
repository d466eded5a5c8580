import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { TextInput } from './text-input.tsx';

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
