import { expect, it } from 'vitest';
import { parseEnv } from '#server/app/env/env.ts';
import { messageRules } from './calling.ts';

const LIVE = {
  DROPCOWBOY_KEY: 'key',
  DROPCOWBOY_SECRET: 'secret',
  DROPCOWBOY_PHONE_LINE_ID: 'line',
  PUBLIC_URL: 'https://hark.example',
  HARK_ALLOW_TEST_PAYMENTS: '1',
};

it.each([
  ['refused', 'with a live carrier', LIVE, 'enforced'],
  ['only warned of', 'with the local one', {}, 'advised'],
])('a message that lacks what the law requires is %s %s', (_what, _carrier, env, rules) => {
  expect(messageRules(parseEnv(env))).toBe(rules);
});
