import type { Appearance } from '@stripe/stripe-js';
import { ElementEvents } from './element-events.ts';
import { Field, type FieldSpec } from './field.ts';
import { applyAppearance } from './style.ts';

export interface LocalElementOptions {
  elementType: 'payment' | 'address';
  fields: FieldSpec[];
  appearance: Appearance | undefined;
  /** A line under the fields. */
  note?: string;
  /** Resolves when the form may be shown; rejects with what `loaderror` says. */
  loaded: Promise<unknown>;
}

/** A form that stands where Stripe's own element would: it mounts, speaks of itself in the same events, and goes. */
export class LocalElement extends ElementEvents {
  readonly elementType: LocalElementOptions['elementType'];
  readonly #fields: Field[];
  readonly #root = document.createElement('fieldset');
  readonly #loaded: Promise<unknown>;

  constructor({ elementType, fields, appearance, note, loaded }: LocalElementOptions) {
    super();
    this.elementType = elementType;
    this.#loaded = loaded;
    this.#fields = fields.map((spec) => new Field(spec, () => this.#changed()));
    this.#root.className = 'local-stripe';
    this.#root.append(...this.#fields.map(({ root }) => root));
    if (note !== undefined) this.#root.append(noteOf(note));
    this.showAppearance(appearance);
  }

  mount(place: string | HTMLElement): void {
    const parent = typeof place === 'string' ? document.querySelector(place) : place;
    parent?.replaceChildren(this.#root);
    const { elementType } = this;
    // Whoever mounts listens a moment later, so nothing is said before this turn is over.
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

  /** Options of an element in place cannot change here; Stripe ignores most of them too. */
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

  /** Shows every error and answers the first; `undefined` when the form is complete. */
  check(): string | undefined {
    for (const field of this.#fields) field.showError();
    return this.#wrong()?.error;
  }

  /** Puts the focus where the first error is. */
  focusError(): void {
    this.#wrong()?.control.focus();
  }

  #wrong(): Field | undefined {
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
      value: { type: 'card' },
    });
  }
}

function noteOf(text: string): HTMLParagraphElement {
  const note = document.createElement('p');
  note.className = 'local-stripe-note';
  note.textContent = text;
  return note;
}
