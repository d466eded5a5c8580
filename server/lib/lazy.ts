/** Functions that make the properties of an object. */
type Makers<T> = { readonly [K in keyof T]: () => T[K] };

/** Replacements of makers; each can call the one that it replaces. */
export type Overrides<T> = { readonly [K in keyof T]?: (make: () => T[K]) => T[K] };

/** Returns an object whose properties are created when they are first read, by their factory or its override. */
export function lazy<T extends object>(makers: Makers<T>, overrides: Overrides<T> = {}): T {
  const made = {} as T;
  for (const key of Object.keys(makers) as (keyof T)[]) {
    const make = makers[key];
    const override = overrides[key];
    Object.defineProperty(made, key, {
      configurable: true,
      get() {
        const value = override === undefined ? make() : override(make);
        Object.defineProperty(made, key, { value });
        return value;
      },
    });
  }
  return made;
}
