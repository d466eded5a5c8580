/** A value of a form in Stripe's bracket notation. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };

/** Parses `a[b][0]=c&d=e` into `{ a: { b: ['c'] }, d: 'e' }`. An object whose keys are all numbers is an array. */
export function parseForm(text: string): Record<string, FormValue> {
  const root: Record<string, FormValue> = Object.create(null) as Record<string, FormValue>;
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''));
    assign(root, [first, ...rest], value);
  }
  return convertArrays(root) as Record<string, FormValue>;
}

function assign(target: Record<string, FormValue>, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(target).length) : name;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const child = target[key];
  const next =
    typeof child === 'object' && !Array.isArray(child)
      ? child
      : (Object.create(null) as Record<string, FormValue>);
  target[key] = next;
  assign(next, rest, value);
}

function convertArrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, convertArrays(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
