interface SegmentsProps<Value> {
  /** What is chosen. */
  label: string;
  /** Each value with its text. */
  options: readonly (readonly [value: Value, text: string])[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Chooses one of a few views of the same place; the chosen one is pressed. */
export function Segments<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  className = 'flex gap-1',
}: SegmentsProps<Value>) {
  return (
    <span role="group" aria-label={label} className={className}>
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => {
            onChange(option);
          }}
          className="h-8 cursor-pointer rounded-control px-2.5 text-sm text-ink-2 transition-colors hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:h-11"
        >
          {text}
        </button>
      ))}
    </span>
  );
}
