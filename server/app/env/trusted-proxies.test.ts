import express from 'express';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnvError, parseEnv } from './env.ts';

/** Whether a start with this setting gets as far as Express, and what Express says of it. */
function outcomeOf(TRUST_PROXY: string): 'refused' | 'taken' {
  let env;
  try {
    env = parseEnv({ TRUST_PROXY });
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    expect((error as Error).message).toMatch(/^TRUST_PROXY: .+$/);
    return 'refused';
  }
  // Throws for what it cannot use.
  express().set('trust proxy', env.TRUST_PROXY);
  return 'taken';
}

test.each(['0.0.0.0/0', '::/0', '10.0.0.1,0.0.0.0/00'])(
  '%s, which trusts everybody, is refused in one line',
  (value) => {
    expect(outcomeOf(value)).toBe('refused');
  },
);

test('what is not refused in one line can be used', () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((ip) => `::ffff:${ip}`),
    fc.constantFrom('::', 'fe80::1%eth0', 'loopback', 'uniquelocal'),
  );
  const bits = fc.oneof(
    fc.constant(''),
    fc.integer({ min: -1, max: 130 }).map((of) => `/${String(of)}`),
    fc.constant('/08'),
  );
  const network = fc.tuple(address, bits).map((parts) => parts.join(''));
  const list = fc.array(network, { minLength: 1, maxLength: 3 }).map((all) => all.join(', '));
  fc.assert(fc.property(list, (value) => ['refused', 'taken'].includes(outcomeOf(value))));
});
