import { expect, test } from 'vitest';
import { createApp } from './create-app.ts';

test('a part is made once, when it is first used', () => {
  const made: string[] = [];
  const app = createApp<{ end: string }, { a: string; b: string; c: string }>(
    { end: '!' },
    {
      a: (all) => {
        made.push('a');
        return `${all.b}${all.end}`;
      },
      b: () => {
        made.push('b');
        return 'b';
      },
      c: () => expect.fail(),
    },
  );
  expect(made).toEqual([]);
  expect([app.a, app.a, app.b]).toEqual(['b!', 'b!', 'b']);
  expect(made).toEqual(['a', 'b']);
});

test('an override replaces a maker or wraps it', () => {
  const app = createApp<object, { a: string; b: string }>(
    {},
    { a: () => expect.fail(), b: () => 'b' },
    { a: () => 'replaced', b: (make) => `wrapped ${make()}` },
  );
  expect([app.a, app.b]).toEqual(['replaced', 'wrapped b']);
});

interface Part {
  name(): string;
}

test('parts that need each other look each other up inside functions', () => {
  const app = createApp<object, { a: Part; b: Part }>(
    {},
    {
      a: (all) => ({ name: () => `a of ${all.b.name()}` }),
      b: ({ a }) => ({ name: () => (a.name.length === 0 ? 'b' : '') }),
    },
  );
  expect(app.a.name()).toBe('a of b');
});

test('a part that is asked for while it is being made is refused with the chain of names', () => {
  const app = createApp<object, { a: string; b: string; c: string }>(
    {},
    { a: ({ b }) => b, b: ({ c }) => c, c: ({ a }) => a },
  );
  expect(() => app.a).toThrow('Parts need each other: a → b → c → a');
  expect(() => app.b).toThrow('Parts need each other: b → c → a → b');
});
