import { expect, test, vi } from 'vitest';
import { createSecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { deriveSecrets } from '#server/platform/lib/secrets/secrets.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { resealSecrets } from './reseal-secrets.ts';

test.each([
  [0, 0],
  [2, 1],
])('%i second factors of no known key are said in %i line of the log', async (unreadable, lines) => {
  const secretBox = createSecretBox(deriveSecrets(['new', 'old'], 'second factor'));
  const error = vi.fn();
  const secondFactors = {
    sealedWith: () => Promise.resolve([]),
    countSealedOtherwise: (prefixes: readonly string[]) =>
      Promise.resolve(prefixes.join() === secretBox.prefixes.join() ? unreadable : 99),
  };
  await resealSecrets({ secondFactors, secretBox, log: { error } } as unknown as AuthDeps);
  expect(error.mock.calls).toHaveLength(lines);
  if (lines > 0)
    expect(error).toHaveBeenCalledWith(
      { unreadable },
      expect.stringMatching(/^SESSION_SECRET: .* recovery codes/),
    );
});
