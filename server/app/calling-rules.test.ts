import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCallingRules } from './calling-rules.ts';
import { EnvError } from '#server/app/env/env.ts';

const folder = mkdtempSync(join(tmpdir(), 'hark-rules-'));

/** Reads rules from a file with a text, and returns the line of the refusal. */
function refusalOf(text: string): string {
  const file = join(folder, 'rules.json');
  writeFileSync(file, text);
  let refusal: unknown;
  try {
    readCallingRules({ CALLING_RULES_FILE: file });
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(EnvError);
  return (refusal as EnvError).message.replace(file, 'FILE');
}

const EMPTY = { reviewed: '2026-11-23', sources: {}, holidays: {}, rules: [] };
const RULE = {
  state: 'TX',
  name: 'Texas: Sundays from noon',
  days: [7],
  hours: { from: '12:00', to: '21:00' },
  sources: ['law'],
};
const SOURCES = { law: { title: 'The law', url: 'https://example.com/law', as_of: '2026-01-01' } };

describe('the rules that Hark brings', () => {
  const { rules, sources, reviewed } = readCallingRules({ CALLING_RULES_FILE: undefined });

  test('are dated, and each has a source', () => {
    expect(rules.length).toBeGreaterThan(40);
    for (const rule of rules) expect(rule.sources.every((id) => sources[id] !== undefined)).toBe(true);
  });

  test.each(Object.entries(sources))('%s is a law, on a page of its legislature', (_id, source) => {
    const { hostname } = new URL(source.url);
    expect(source.section).toBeDefined();
    expect(hostname).toMatch(/\.gov$|\.us$|(^|\.)(legislature|palegis|wyoleg|scstatehouse)\b/);
    if (source.compared !== undefined) expect(source.compared <= reviewed).toBe(true);
  });

  test('say where nobody has compared them with the law', () => {
    for (const { name, note = '', sources: ids } of rules) {
      const isCompared = ids.some((id) => sources[id]?.compared !== undefined);
      if (!isCompared)
        expect([name, /not (compared|verified)|were found|was read/i.test(note)]).toEqual([name, true]);
    }
  });

  test('say of each state in their names which state it is', () => {
    const names = new Map(rules.map(({ state, name }) => [state, name.split(':')[0]]));
    for (const { state, name } of rules) expect(name).toMatch(new RegExp(`^${String(names.get(state))}: `));
  });
});

describe('a file of the operator', () => {
  test('replaces them', () => {
    const file = join(folder, 'own.json');
    writeFileSync(file, JSON.stringify({ ...EMPTY, sources: SOURCES, rules: [RULE] }));
    expect(readCallingRules({ CALLING_RULES_FILE: file }).rules).toEqual([RULE]);
  });

  test.each([
    ['{', 'CALLING_RULES_FILE: FILE: is not JSON'],
    [
      JSON.stringify({ ...EMPTY, rules: [RULE] }),
      'CALLING_RULES_FILE: FILE: rules.0.sources: "law" is not defined',
    ],
    [
      JSON.stringify({ ...EMPTY, sources: SOURCES, rules: [{ ...RULE, state: 'XX' }] }),
      'CALLING_RULES_FILE: FILE: rules.0.state: must be two letters of a state',
    ],
    [
      JSON.stringify({
        ...EMPTY,
        sources: SOURCES,
        rules: [{ ...RULE, hours: { from: '9:00', to: '12:00' } }],
      }),
      'CALLING_RULES_FILE: FILE: rules.0.hours.from: must be a time such as 09:00',
    ],
    [
      JSON.stringify({ ...EMPTY, sources: SOURCES, rules: [{ ...RULE, closed: true }] }),
      'CALLING_RULES_FILE: FILE: rules.0: must have one of hours, closed and calls_in_24_hours',
    ],
    [
      JSON.stringify({
        ...EMPTY,
        sources: SOURCES,
        rules: [{ ...RULE, days: undefined, holidays: ['easter'] }],
      }),
      'CALLING_RULES_FILE: FILE: rules.0.holidays: "easter" is not defined',
    ],
  ])('is refused in one line: %s', (text, line) => {
    expect(refusalOf(text)).toBe(line);
  });

  test('that is not there is refused', () => {
    expect(() => readCallingRules({ CALLING_RULES_FILE: '/nowhere/rules.json' })).toThrow(
      new EnvError('CALLING_RULES_FILE: /nowhere/rules.json: cannot be read'),
    );
  });
});
