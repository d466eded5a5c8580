import type { Appearance } from '@stripe/stripe-js';
import { Field, type FieldSpec } from './field.ts';
import { applyAppearance } from './style.ts';

type Handler = (event: unknown) => void;

/** The event API of Stripe's elements. */
class ElementEvents {
  readonly #handlers = new Map<string, Set<Handler>>();

  on(type: string, handler: Handler): void {
    const known = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, known.add(handler));
  }

  off(type: string, handler?: Handler): void {
    if (handler === undefined) this.#handlers.delete(type);
    else this.#handlers.get(type)?.delete(handler);
  }

  once(type: string, handler: Handler): void {
    const first: Handler = (event) => {
      this.off(type, first);
      handler(event);
    };
    this.on(type, first);
  }

  emit(type: string, event: unknown): void {
    for (const handler of [...(this.#handlers.get(type) ?? [])]) handler(event);
  }
}

export interface LocalElementOptions {
  elementType: 'payment' | 'address';
  fields: FieldSpec[];
  appearance: Appearance | undefined;
  /** Returns the `value` of the change event. */
  valueOf: (values: Readonly<Record<string, string>>) => unknown;
  /** A line under the fields. */
  note?: string;
  /** Resolves when the form is ready; rejects with the error of `loaderror`. */
  loaded: Promise<unknown>;
}

/** A form with the API and events of Stripe's elements. */
export class LocalElement extends ElementEvents {
  readonly elementType: LocalElementOptions['elementType'];
  readonly #fields: Field[];
  readonly #valueOf: LocalElementOptions['valueOf'];
  readonly #root = document.createElement('fieldset');
  readonly #loaded: Promise<unknown>;

  constructor({ elementType, fields, appearance, valueOf, note, loaded }: LocalElementOptions) {
    super();
    this.elementType = elementType;
    this.#loaded = loaded;
    this.#valueOf = valueOf;
    this.#fields = fields.map((spec) => new Field(spec, () => this.#changed()));
    this.#root.className = 'local-stripe';
    this.#root.append(...this.#fields.map(({ root }) => root));
    if (note !== undefined) this.#root.append(createNote(note));
    this.showAppearance(appearance);
  }

  mount(target: string | HTMLElement): void {
    const parent = typeof target === 'string' ? document.querySelector(target) : target;
    parent?.replaceChildren(this.#root);
    const { elementType } = this;
    // Callers add their listeners after mount(), so events are emitted in a later task.
    this.#loaded.then(
      () => setTimeout(() => this.emit('ready', { elementType })),
      (error: unknown) => setTimeout(() => this.emit('loaderror', { elementType, error })),
    );
  }

  unmount(): void {
    this.#root.remove();
  }

  destroy(): void {
    this.#root.remove();
  }

  /** Ignores its options; Stripe ignores most of them too. */
  update(): void {
    this.#changed();
  }

  focus(): void {
    this.#fields[0]?.control.focus();
  }

  blur(): void {
    for (const { control } of this.#fields) control.blur();
  }

  clear(): void {
    for (const { control } of this.#fields) control.value = '';
    this.#changed();
  }

  showAppearance(appearance: Appearance | undefined): void {
    applyAppearance(this.#root, appearance);
  }

  get values(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#fields.map(({ spec, value }) => [spec.name, value]));
  }

  /** Shows all errors and returns the first one, or undefined if the form is complete. */
  check(): string | undefined {
    for (const field of this.#fields) field.showError();
    return this.#firstInvalid()?.error;
  }

  /** Focuses the first field with an error. */
  focusError(): void {
    this.#firstInvalid()?.control.focus();
  }

  #firstInvalid(): Field | undefined {
    return this.#fields.find(({ error }) => error !== undefined);
  }

  #changed(): void {
    const complete = this.#fields.every(({ error }) => error === undefined);
    const empty = this.#fields.every(({ value }) => value === '');
    this.emit('change', {
      elementType: this.elementType,
      complete,
      empty,
      collapsed: false,
      value: this.#valueOf(this.values),
    });
  }
}

function createNote(text: string): HTMLParagraphElement {
  const note = document.createElement('p');
  note.className = 'local-stripe-note';
  note.textContent = text;
  return note;
}
