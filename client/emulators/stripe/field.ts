/** Describes a form field and its validation. */
export interface FieldSpec {
  name: string;
  label: string;
  autocomplete: AutoFill;
  inputMode?: 'numeric' | 'tel';
  placeholder?: string;
  value?: string;
  /** Full width of the form; half of it by default. */
  wide?: boolean;
  /** Options of a select control: values with their labels. */
  choices?: readonly (readonly [value: string, name: string])[];
  /** Formats the value while typing. */
  format?: (text: string) => string;
  /** Returns the error of a value, or undefined if it is valid. */
  check: (value: string) => string | undefined;
}

let fields = 0;

/** A labelled control with its error message. */
export class Field {
  readonly spec: FieldSpec;
  readonly root = document.createElement('div');
  readonly control: HTMLInputElement | HTMLSelectElement;
  readonly #error = document.createElement('p');
  #touched = false;

  constructor(spec: FieldSpec, onChange: () => void) {
    this.spec = spec;
    this.control = spec.choices === undefined ? inputFor(spec) : selectFor(spec.choices);
    fields += 1;
    this.control.id = `local-stripe-${String(fields)}`;
    this.control.name = spec.name;
    this.control.value = spec.value ?? '';
    this.control.setAttribute('autocomplete', spec.autocomplete);
    this.#error.id = `${this.control.id}-error`;
    this.#error.setAttribute('aria-live', 'polite');
    this.control.addEventListener('input', () => {
      this.#applyFormat();
      if (this.#touched) this.showError();
      onChange();
    });
    this.root.addEventListener('focusout', ({ relatedTarget }) => {
      // A new error would shift the layout under the pointer; submitting shows it anyway.
      if (relatedTarget instanceof HTMLButtonElement) return;
      this.#touched ||= this.value !== '';
      if (this.#touched) this.showError();
    });
    this.root.className = spec.wide === true ? 'local-stripe-field local-stripe-wide' : 'local-stripe-field';
    this.root.append(labelFor(this.control, spec.label), this.control, this.#error);
  }

  get value(): string {
    return this.control.value.trim();
  }

  get error(): string | undefined {
    return this.spec.check(this.value);
  }

  /** Updates the error message. */
  showError(): void {
    this.#touched = true;
    const { error } = this;
    this.#error.textContent = error ?? '';
    this.control.ariaInvalid = error === undefined ? null : 'true';
    if (error === undefined) this.control.removeAttribute('aria-describedby');
    else this.control.setAttribute('aria-describedby', this.#error.id);
  }

  #applyFormat(): void {
    const { format } = this.spec;
    if (format === undefined) return;
    const formatted = format(this.control.value);
    // Assigning moves the caret to the end, so the value is only set if it changed.
    if (formatted !== this.control.value) this.control.value = formatted;
  }
}

function labelFor(control: HTMLElement, text: string): HTMLLabelElement {
  const label = document.createElement('label');
  label.htmlFor = control.id;
  label.textContent = text;
  return label;
}

function inputFor({ inputMode, placeholder }: FieldSpec): HTMLInputElement {
  const input = document.createElement('input');
  input.type = inputMode === 'tel' ? 'tel' : 'text';
  if (inputMode !== undefined) input.inputMode = inputMode;
  input.placeholder = placeholder ?? '';
  return input;
}

function selectFor(choices: NonNullable<FieldSpec['choices']>): HTMLSelectElement {
  const select = document.createElement('select');
  for (const [value, name] of choices) select.append(new Option(name, value));
  return select;
}
