import { expect, test } from 'vitest';
import { listSchemas } from '#shared/testing/listed-schemas.ts';
import * as rules from './calling-rules.ts';
import * as holidays from './holidays.ts';

const SOURCE = { title: 'Occupations Code', url: 'https://example.com/law', as_of: '2026-11-01' };
const NEW_YEAR = { name: 'New Year’s Day', month: 1, day: 1 };
const RULE = { state: 'TX', name: 'Texas: Sundays', days: [7], closed: true, sources: ['law'] };

/** What a file with one rule is refused with. */
const problems = (changes: object, file: object = {}) =>
  rules.callingRulesSchema
    .safeParse({
      reviewed: '2026-11-01',
      sources: { law: SOURCE },
      holidays: { new_year: NEW_YEAR },
      rules: [{ ...RULE, ...changes }],
      ...file,
    })
    .error?.issues.map(({ path, message }) => [path.join('.'), message].join(': ')) ?? [];

test('the fields of the file of rules are as listed: operators write it', async () => {
  await expect(listSchemas({ rules, holidays }, 'output')).toMatchFileSnapshot('listed-rules.txt');
});

test.each<[string, object]>([
  ['is closed on days', {}],
  ['has hours', { closed: undefined, hours: { from: '09:00', to: '09:01' } }],
  ['has a limit', { closed: undefined, calls_in_24_hours: 1 }],
  ['is closed on holidays', { days: undefined, holidays: ['new_year'] }],
  ['is of a territory', { state: 'PR' }],
])('a rule that %s is read', (_, changes) => {
  expect(problems(changes)).toEqual([]);
});

const ONE_EFFECT = 'rules.0: must have one of hours, closed and calls_in_24_hours';

test.each<[string, object, string[]]>([
  ['no effect', { closed: undefined }, [ONE_EFFECT]],
  ['two effects', { calls_in_24_hours: 1 }, [ONE_EFFECT]],
  ['days and holidays', { holidays: ['new_year'] }, ['rules.0: must not have both days and holidays']],
  [
    'hours that end as they begin',
    { closed: undefined, hours: { from: '09:00', to: '09:00' } },
    ['rules.0.hours: must end after they begin'],
  ],
  [
    'a time without two digits',
    { closed: undefined, hours: { from: '09:00', to: '9:30' } },
    ['rules.0.hours.to: must be a time such as 09:00'],
  ],
  ['a province', { state: 'ON' }, ['rules.0.state: must be two letters of a state']],
  ['a name of every object', { state: 'constructor' }, ['rules.0.state: must be two letters of a state']],
  [
    'an unknown holiday',
    { days: undefined, holidays: ['new_year', 'toString'] },
    ['rules.0.holidays: "toString" is not defined'],
  ],
  ['an unknown source', { sources: ['law', 'other'] }, ['rules.0.sources: "other" is not defined']],
])('a rule with %s is refused', (_, changes, refusals) => {
  expect(problems(changes)).toEqual(refusals);
});

test('no rules are a file that is read', () => {
  expect(rules.callingRulesSchema.parse(rules.NO_RULES)).toEqual(rules.NO_RULES);
});
