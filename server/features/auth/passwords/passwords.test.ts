import { hash } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { createPasswords } from './passwords.ts';

/** A hash algorithm whose calls finish when the test ends them. */
function controlledAlgorithm() {
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
  test('a password matches only its own hash', async () => {
    const passwords = createPasswords();
    const stored = await passwords.hash('correct horse');
    expect(await passwords.matches(stored, 'correct horse')).toBe(true);
    expect(await passwords.matches(stored, 'another')).toBe(false);
  });

  test('a check without a hash verifies once with the same parameters and never matches', async () => {
    const algorithm = controlledAlgorithm();
    const passwords = createPasswords({ algorithm: { ...algorithm, hash } });
    expect(await passwords.matches(undefined, 'any')).toBe(false);
    expect(algorithm.verify).toHaveBeenCalledTimes(1);
    const parameters = (text: string) => text.split('$').slice(1, 4);
    expect(parameters(algorithm.begun[0]?.passwordHash ?? '')).toEqual(
      parameters(await passwords.hash('any')),
    );
  });

  test('hashing has limited concurrency and is refused when the queue is full', async () => {
    const algorithm = controlledAlgorithm();
    const passwords = createPasswords({ algorithm, concurrency: 2, maxQueued: 3 });
    const work = Array.from({ length: 8 }, (_, n) =>
      passwords.hash(String(n)).catch((error: unknown) => error),
    );
    const unavailable = { code: 'UNAVAILABLE', status: 503, details: { retry_after: 2 } };
    expect(await Promise.all(work.slice(5))).toMatchObject([unavailable, unavailable, unavailable]);
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
