import { expect, it } from 'vitest';
import published from '#server/providers/carrier/fixtures/drop-cowboy.json' with { type: 'json' };
import { OUTCOMES } from './outcomes.ts';

const TEXTS: Readonly<Record<string, string>> = { ...published.codes, 0: '' };
const reported = OUTCOMES.filter(({ code }) => code !== null);

it.each(reported)(
  '$label is reported with the code and text that the carrier publishes',
  ({ code, reason }) => {
    expect(reason).toBe(TEXTS[String(code)]);
  },
);
