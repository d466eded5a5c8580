import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [912, '912 bytes'],
  [91_183, '89 KB'],
  [10 * 1024 * 1024, '10 MB'],
  [91_285_996, '87.1 MB'],
])('%i bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
