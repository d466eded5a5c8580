/** Returns an object whose properties are created by their factories when they are first read. */
export function lazy<T extends object>(factories: { readonly [K in keyof T]: () => T[K] }): T {
  const created = {} as T;
  for (const key of Object.keys(factories) as (keyof T)[]) {
    Object.defineProperty(created, key, {
      configurable: true,
      get() {
        const value = factories[key]();
        Object.defineProperty(created, key, { value });
        return value;
      },
    });
  }
  return created;
}
