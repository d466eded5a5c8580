import { hash } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { createPasswords } from './passwords.ts';

/** An algorithm whose work ends when the test says so. */
function heldAlgorithm() {
  const begun: { password: string; passwordHash?: string; end: () => void }[] = [];
  return {
    begun,
    hash: vi.fn(
      (password: string | Uint8Array) =>
        new Promise<string>((resolve) => {
          begun.push({
            password: String(password),
            end: () => {
              resolve('hashed');
            },
          });
        }),
    ),
    verify: vi.fn((passwordHash: string | Uint8Array, password: string | Uint8Array) => {
      begun.push({ password: String(password), passwordHash: String(passwordHash), end: () => undefined });
      return Promise.resolve(true);
    }),
  };
}

describe('passwords', () => {
  test('match their own hash alone', async () => {
    const passwords = createPasswords();
    const kept = await passwords.hash('correct horse');
    expect(await passwords.matches(kept, 'correct horse')).toBe(true);
    expect(await passwords.matches(kept, 'another')).toBe(false);
  });

  test('without a hash cost one check of the same parameters, which never matches', async () => {
    const algorithm = heldAlgorithm();
    const passwords = createPasswords({ algorithm: { ...algorithm, hash } });
    expect(await passwords.matches(undefined, 'any')).toBe(false);
    expect(algorithm.verify).toHaveBeenCalledTimes(1);
    const parameters = (text: string) => text.split('$').slice(1, 4);
    expect(parameters(algorithm.begun[0]?.passwordHash ?? '')).toEqual(
      parameters(await passwords.hash('any')),
    );
  });

  test('are worked on a few at a time, and refused once too many wait', async () => {
    const algorithm = heldAlgorithm();
    const passwords = createPasswords({ algorithm, concurrency: 2, maxQueued: 3 });
    const work = Array.from({ length: 8 }, (_, n) =>
      passwords.hash(String(n)).catch((error: unknown) => error),
    );
    const refusal = { code: 'UNAVAILABLE', status: 503, details: { retry_after: 2 } };
    expect(await Promise.all(work.slice(5))).toMatchObject([refusal, refusal, refusal]);
    expect(algorithm.begun.map(({ password }) => password)).toEqual(['0', '1']);

    algorithm.begun[0]?.end();
    await vi.waitFor(() => {
      expect(algorithm.begun.map(({ password }) => password)).toEqual(['0', '1', '2']);
    });
    const later = passwords.hash('later');
    for (let next = 1; next < 6; next++) {
      await vi.waitFor(() => {
        expect(algorithm.begun.length).toBeGreaterThan(next);
      });
      algorithm.begun[next]?.end();
    }
    expect(await Promise.all([...work.slice(0, 5), later])).toEqual(Array(6).fill('hashed'));
  });
});
