interface CheckBoxProps {
  /** The accessible name. */
  label: string;
  checked: boolean;
  /** Some of what it stands for are chosen. */
  partly?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A check box in a row or the head of a table. */
export function CheckBox({ label, checked, partly = false, disabled, onChange }: CheckBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      className="size-4.5 align-middle accent-accent"
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box !== null) box.indeterminate = partly;
      }}
      onChange={({ target }) => {
        onChange(target.checked);
      }}
    />
  );
}
