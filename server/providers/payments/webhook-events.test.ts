import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from './stripe-mapping.ts';

/** The maximum number of types in a list request of Stripe. */
const MAX_LISTED_TYPES = 20;

test('.env.example names exactly the events that a live Stripe account must send', async () => {
  const settings = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
  const named = [...settings.matchAll(/^# {3}((?:charge|customer|invoice|refund)\.\S+)$/gm)];
  expect(named.map(([, type]) => type)).toEqual(EVENT_TYPES);
  expect(EVENT_TYPES.length).toBeLessThanOrEqual(MAX_LISTED_TYPES);
});
