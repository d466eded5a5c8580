import { turn } from './turn.ts';

/** The text of a page, with one space between elements. */
export function text(of: Element = document.body): string {
  return partsOf(of).replace(/\s+/g, ' ').trim();
}

function partsOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node instanceof Element && node.matches('svg, style, script')) return '';
  return ` ${[...node.childNodes].map(partsOf).join('')} `;
}

/** The accessible name of a control. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const by = element.getAttribute('aria-labelledby');
  const owner = by === null ? null : document.getElementById(by);
  return text(owner ?? element);
}

function find(selector: string, name: string, within: ParentNode = document): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)].filter((found) => nameOf(found) === name);
}

function only(found: HTMLElement[], what: string): HTMLElement {
  const [first, ...others] = found;
  if (first === undefined) throw new Error(`There is no ${what} in: ${text()}`);
  if (others.length > 0) throw new Error(`There is more than one ${what}`);
  return first;
}

const BUTTONS = 'button, [role="button"], [role="menuitem"], [role="radio"], a[href]';

/** Returns the button, link, radio card or menu item of that name. */
export function button(name: string): HTMLElement {
  return only(find(BUTTONS, name), `button ${name}`);
}

/** Whether there is such a button. */
export function hasButton(name: string): boolean {
  return find(BUTTONS, name).length > 0;
}

/** Whether a button cannot be used now. */
export function isDisabled(name: string): boolean {
  const found = button(name);
  return found.getAttribute('aria-disabled') === 'true' || found.hasAttribute('disabled');
}

/** Clicks a button as often as given, whatever it says after the first click. */
export async function click(name: string, times = 1): Promise<void> {
  const found = button(name);
  for (let at = 0; at < times; at += 1) {
    await turn(() => {
      found.click();
    });
  }
}

/** Returns the control with that label. */
export function field(label: string): HTMLInputElement {
  const labels = find('label', label).flatMap((found) => {
    const id = found.getAttribute('for');
    const control =
      id === null ? found.querySelector('input, select, textarea') : document.getElementById(id);
    return control === null ? [] : [control as HTMLElement];
  });
  return only([...labels, ...find('input, select, textarea', label)], `field ${label}`) as HTMLInputElement;
}

/** Types or chooses a value in place of the present one. */
export function enter(label: string, value: string): Promise<void> {
  const control = field(label);
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set;
  return turn(() => {
    setter?.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** Presses Escape where the focus is. */
export function pressEscape(): Promise<void> {
  return turn(() => {
    const init = { key: 'Escape', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
  });
}

/** Returns what is said at a field: its hint or its error. */
export function noteOf(label: string): string {
  const id = field(label).getAttribute('aria-describedby');
  return id === null ? '' : text(document.getElementById(id) ?? undefined);
}

/** Returns what the failure above the fields of a form says; '' without one. */
export function problemOf(): string {
  return text(document.querySelector('form [role=alert]') ?? document.createElement('p'));
}

/** Opens the page at another address, which loads nothing. */
export function openAddress(url: string): void {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url);
}
