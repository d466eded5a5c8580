/** Functions that make the parts of an app. Each is given the app, whose other parts it looks up inside functions. */
export type Makers<Base, Parts> = { readonly [K in keyof Parts]: (app: Base & Parts) => Parts[K] };

/** Replacements of makers; each can call the one that it replaces. */
export type Overrides<Parts> = { readonly [K in keyof Parts]?: (make: () => Parts[K]) => Parts[K] };

/**
 * Returns `base` with parts that are made when they are first used, by their maker or its override. Throws with the chain
 * of names where a maker asks for a part that is still being made.
 */
export function createApp<Base extends object, Parts extends object>(
  base: Base,
  makers: Makers<Base, Parts>,
  overrides: Overrides<Parts> = {},
): Base & Parts {
  const app = { ...base } as Base & Parts;
  const making: string[] = [];
  for (const name of Object.keys(makers) as (keyof Parts & string)[]) {
    const make = () => makers[name](app);
    const override = overrides[name];
    Object.defineProperty(app, name, {
      configurable: true,
      get() {
        if (making.includes(name)) throw new Error(`Parts need each other: ${[...making, name].join(' → ')}`);
        making.push(name);
        try {
          const value = override === undefined ? make() : override(make);
          Object.defineProperty(app, name, { value });
          return value;
        } finally {
          making.pop();
        }
      },
    });
  }
  return app;
}
