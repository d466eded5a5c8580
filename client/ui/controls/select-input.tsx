import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlVariants } from './control-variants.ts';
import { cx } from '#client/ui/cx.ts';
import { useFieldAttributes } from './field-control.ts';
import { Icon } from '#client/ui/icon.tsx';

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
