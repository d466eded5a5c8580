import { createContext, use, useId, type ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';

/** The attributes that a Field passes to its control: the ids of label, hint and error. */
interface FieldControl {
  id: string;
  labelId: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** Returns the attributes of a native control inside a Field; empty outside one. */
export function useFieldAttributes(): Partial<Omit<FieldControl, 'labelId'>> {
  const field = use(FieldContext);
  if (field === null) return {};
  const { labelId: _label, ...attributes } = field;
  return attributes;
}

/** Returns the attributes of a group of controls, which is labelled by `aria-labelledby` instead of `for`. */
export function useFieldGroup(): { 'aria-labelledby'?: string; 'aria-describedby'?: string | undefined } {
  const field = use(FieldContext);
  if (field === null) return {};
  return { 'aria-labelledby': field.labelId, 'aria-describedby': field['aria-describedby'] };
}

interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** Help text below the control. */
  hint?: ReactNode;
  /** The validation error; it replaces the hint and is announced. */
  error?: string | undefined;
  /** Rendered at the end of the label line, for example a link. */
  aside?: ReactNode;
  className?: string;
  /** A control of client/ui, or a function that renders another control with the given attributes. */
  children: ReactNode | ((control: FieldControl) => ReactNode);
}

/** A labelled control with a hint or an error, connected for screen readers. */
export function Field({ label, hideLabel = false, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== '';
  const described = hasError || (hint !== undefined && hint !== null);
  const control: FieldControl = {
    id,
    labelId: `${id}-label`,
    'aria-describedby': described ? `${id}-note` : undefined,
    'aria-invalid': hasError || undefined,
  };
  return (
    <div data-invalid={hasError || undefined} className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div
        className={cx(
          'flex items-baseline justify-between gap-3',
          hideLabel && aside === undefined && 'sr-only',
        )}
      >
        <label
          id={control.labelId}
          htmlFor={id}
          className={cx('text-sm font-medium text-ink', hideLabel && 'sr-only')}
        >
          {label}
        </label>
        {aside !== undefined && <span className="text-sm text-ink-3">{aside}</span>}
      </div>
      <FieldContext value={control}>
        {typeof children === 'function' ? children(control) : children}
      </FieldContext>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={cx('text-sm empty:hidden', hasError ? 'text-failed' : 'text-ink-3')}
      >
        {hasError ? error : hint}
      </p>
    </div>
  );
}
