import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newTotpSecret, stepOfCode } from './totp.ts';

const STEP_MS = 30_000;
const NOW = new Date('2026-11-20T09:00:10Z');

test('codes of the current time step and of those next to it are right, and no others', () => {
  const secret = newTotpSecret();
  const current = Math.floor(NOW.getTime() / STEP_MS);
  const accepted = Array.from({ length: 241 }, (_, n) => n - 120).filter((steps) => {
    const code = new TOTP({ secret }).generate({ timestamp: NOW.getTime() + steps * STEP_MS });
    return stepOfCode(secret, code, NOW) === current + steps;
  });
  expect(accepted).toEqual([-1, 0, 1]);
});
