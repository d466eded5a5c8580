import { expect, test } from 'vitest';
import { CALL_REASON_KEYS, callReasonText } from '#shared/call-reasons.ts';
import { adviceFor } from './outcome-advice.ts';

test('what a person can do about each reason is as listed', async () => {
  const lines = CALL_REASON_KEYS.map((key) => `${key} ${callReasonText(key)}: ${adviceFor(key)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('listed-advice.txt');
});
