import { describe, expect, test } from 'vitest';
import { DOCUMENTED_TEXTS } from './documented-texts.ts';
import { literalsOf } from './literals.ts';

/** Returns the text with `{}` in place of everything that is filled in. */
const withHoles = (text: string) => text.replaceAll(/\{[^}]+\}/g, '{}');

/** Whether a test expects a text: the whole of it, or all that stands before what is filled in at its end. */
function expects(literals: ReadonlySet<string>, text: string): boolean {
  const pattern = withHoles(text)
    .split('{}')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');
  const whole = new RegExp(`^(${pattern}|${pattern.replace(/\s*\.\+$/, '\\s*')})$`);
  return [...literals].some((literal) => whole.test(literal));
}

describe.each(DOCUMENTED_TEXTS)('"$text"', ({ text, parts = [text], source, test: spec }) => {
  test(`is composed in ${source}, to the letter`, () => {
    const literals = [...literalsOf(source)];
    for (const part of parts) expect(literals).toContain(withHoles(part));
  });

  test(`is reached in ${spec}`, () => {
    const literals = literalsOf(spec);
    for (const part of parts) expect(expects(literals, part), part).toBe(true);
  });
});

test('each text is listed once', () => {
  const texts = DOCUMENTED_TEXTS.map(({ text }) => text);
  expect(texts).toEqual([...new Set(texts)]);
});
