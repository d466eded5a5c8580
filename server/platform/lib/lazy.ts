/** Functions that create the properties of an object. */
type Factories<T> = { readonly [K in keyof T]: () => T[K] };

/** Replacements of factories; each can call the one that it replaces. */
export type Overrides<T> = { readonly [K in keyof T]?: (create: () => T[K]) => T[K] };

/** Returns an object whose properties are created when they are first read, by their factory or its override. */
export function lazy<T extends object>(factories: Factories<T>, overrides: Overrides<T> = {}): T {
  const created = {} as T;
  for (const key of Object.keys(factories) as (keyof T)[]) {
    const create = factories[key];
    const override = overrides[key];
    Object.defineProperty(created, key, {
      configurable: true,
      get() {
        const value = override === undefined ? create() : override(create);
        Object.defineProperty(created, key, { value });
        return value;
      },
    });
  }
  return created;
}
