import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';
import { deriveSecrets } from './secrets.ts';

const boxOf = (...masters: [string, ...string[]]) => createSecretBox(deriveSecrets(masters, 'test'));
const TEXT = 'JBSWY3DPEHPK3PXP';

test('a text opens with any secret of the ring, and shows by its beginning that it is an older one', () => {
  const sealed = boxOf('old').seal(TEXT, 'ann');
  expect(sealed).not.toContain(TEXT);
  const rotated = boxOf('new', 'old');
  expect(rotated.open(sealed, 'ann')).toBe(TEXT);
  expect(rotated.olderPrefixes).toHaveLength(1);
  expect(rotated.prefixes).toEqual([...boxOf('new').prefixes, ...rotated.olderPrefixes]);
  expect(sealed.startsWith(rotated.olderPrefixes[0] ?? '')).toBe(true);
  expect(rotated.seal(TEXT, 'ann').startsWith(rotated.olderPrefixes[0] ?? '')).toBe(false);
  expect(() => boxOf('new').open(sealed, 'ann')).toThrow('no longer configured');
});

test('a text opens for its owner alone, and not after a change', () => {
  const box = boxOf('secret');
  const sealed = box.seal(TEXT, 'ann');
  expect(box.seal(TEXT, 'ann')).not.toBe(sealed);
  expect(() => box.open(sealed, 'bob')).toThrow();
  expect(() => box.open(`${sealed.slice(0, -4)}AAAA`, 'ann')).toThrow();
  expect(() => box.open(sealed.slice(0, 12), 'ann')).toThrow();
});
