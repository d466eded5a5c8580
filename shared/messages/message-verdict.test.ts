import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINDING_CODES } from './lint/finding.ts';
import { lintMessage } from './message-lint.ts';
import { placeholderProblem } from './message-template.ts';
import { messageVerdict, refusalsOf, verdictText, type MessageToJudge } from './message-verdict.ts';

const GOOD =
  'Hi, this is Maple. Your roof is done. Call us at 800-555-0143. To stop these messages call the same number.';
const SENDER = { businessName: 'Maple', callbackNumber: '18005550143', rules: 'enforced' } as const;
const judge = (message: string, change: Partial<MessageToJudge> = {}) =>
  messageVerdict({ message, own: ['plan'], unreached: 0, sender: SENDER, overrides: [], ...change });
const codes = (message: string, change: Partial<MessageToJudge> = {}) =>
  judge(message, change).problems.map(({ code }) => code);

test.each<[string, Partial<MessageToJudge>, string]>([
  [GOOD, {}, 'Ready to send'],
  [`${GOOD} {plan}`, {}, 'Ready to send'],
  [' \n', {}, 'Checked as you write'],
  [GOOD, { sender: null }, 'Being checked…'],
  [GOOD, { unreached: null }, 'Being checked…'],
  [`${GOOD} {paln}`, { sender: null, unreached: null }, '1 thing to resolve'],
  [GOOD, { unreached: 2 }, '1 thing to resolve'],
  ['Hello', {}, '3 things to resolve'],
  ['Hello', { sender: { ...SENDER, rules: 'advised' } }, '3 warnings'],
  ['Hello {paln}', { sender: { ...SENDER, rules: 'advised' } }, '1 thing to resolve, 3 warnings'],
])('of %j with %j is said: %s', (message, change, said) => {
  expect(verdictText(judge(message, change))).toBe(said);
});

test('what cannot be spoken comes first, then what the law asks for', () => {
  expect(codes('You won a prize, {paln}.')).toEqual([
    'unknown_placeholder',
    ...['caller_missing', 'callback_missing', 'opt_out_missing', 'prize'],
  ]);
  expect(codes('Hello', { unreached: 1 })[0]).toBe('unreached');
  expect(judge(GOOD, { unreached: 1 }).problems[0]?.text).toBe(
    '1 person cannot receive this message: for them it is empty or too long.',
  );
});

test('only what the law leaves open can be overridden', () => {
  const all = [...FINDING_CODES];
  expect(codes('You won a prize.', { overrides: all })).toEqual([
    ...['caller_missing', 'callback_missing', 'opt_out_missing'],
  ]);
  expect(codes(`${GOOD} {paln}`, { overrides: [...all, 'unknown_placeholder'] })).toEqual([
    'unknown_placeholder',
  ]);
});

test('"with the local carrier screen and API only warn": a campaign is refused where the rules are enforced', () => {
  const advised = { sender: { ...SENDER, rules: 'advised' } } as const;
  expect(refusalsOf(judge('You won a prize.'))).toHaveLength(4);
  expect(refusalsOf(judge('You won a prize.', advised))).toEqual([]);
  expect(refusalsOf(judge('{paln}', advised)).map(({ code }) => code)).toEqual(['unknown_placeholder']);
});

test('a recording that is too long is a problem, and a short one does not outweigh the estimate', () => {
  expect(codes(GOOD, { seconds: 61 })).toEqual(['too_long']);
  expect(codes(GOOD, { seconds: 59 })).toEqual([]);
  expect(codes(`${GOOD} ${'x '.repeat(500)}`, { seconds: 59 })).toEqual(['too_long']);
});

const PIECES = [
  ...['{first_name}', '{plan}', '{paln}', '{}', '{Plan|x}', '{', '}', ' ', '.', '!', '\n', 'x', '7'],
  ...['Hi', 'this is Maple', 'Call us at 800-555-0143', 'To stop these messages call the same number'],
  ...['You won a prize', 'ACT NOW OR LOSE IT', 'www.maple.com', GOOD],
];
const judged: fc.Arbitrary<MessageToJudge> = fc.record({
  message: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join(' ')),
  own: fc.constantFrom<MessageToJudge['own'][]>([], ['plan'], 'any'),
  unreached: fc.constantFrom(0, 0, 3, null),
  sender: fc.option(
    fc.record({
      businessName: fc.constantFrom('Maple', ''),
      callbackNumber: fc.constantFrom('18005550143', ''),
      rules: fc.constantFrom('enforced', 'advised'),
    }),
  ),
  overrides: fc.subarray([...FINDING_CODES]),
  seconds: fc.constantFrom(undefined, 12, 61),
});

test('no message is ready and has a problem at once, whatever is asked about it', () => {
  fc.assert(
    fc.property(judged, (input) => {
      const verdict = messageVerdict(input);
      const { message, own, unreached, sender, overrides, seconds } = input;
      const blocking =
        sender === null
          ? []
          : lintMessage({ ...sender, message, ...(seconds !== undefined && { seconds }) }).filter(
              ({ kind, overridable, code }) =>
                kind === 'blocking' && !(overridable && overrides.includes(code)),
            );
      const isFaultless =
        placeholderProblem(message, own) === null &&
        unreached === 0 &&
        sender !== null &&
        blocking.length === 0;
      expect(verdict.kind === 'ready').toBe(isFaultless && message.trim() !== '');
      expect(verdictText(verdict) === 'Ready to send').toBe(verdict.kind === 'ready');
      if (verdict.kind === 'ready' || verdict.kind === 'checking') expect(verdict.problems).toEqual([]);
      if (verdict.kind === 'problems') expect(verdict.problems.length).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});
