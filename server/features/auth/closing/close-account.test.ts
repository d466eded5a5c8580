import { expect, test } from 'vitest';
import { COUNTED_MAILS } from '#server/features/auth/limits/mail-limit.ts';
import { createAccountClosing } from './close-account.ts';

/** Returns dependencies that record what is called of them, as `store.method(argument)`. */
function recorder() {
  const calls: string[] = [];
  const store = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, method: string) => (argument: string) => {
          calls.push(`${name}.${method}(${argument})`);
          return Promise.resolve();
        },
      },
    );
  const deps = new Proxy({}, { get: (_, name: string) => store(name) });
  return { calls, closing: createAccountClosing(deps as never) };
}

const LETS_IN = [
  'sessions.endAll(ana)',
  'knownBrowsers.forgetAll(ana)',
  'secondFactors.erase(ana)',
  'passkeys.removeAll(ana)',
  'links.eraseAll(ana)',
  'passwordChanges.clear(ana)',
  'reauthentications.clear(ana)',
];
const countedOf = (name: string) => [
  `signInLimits.clear(${name})`,
  ...COUNTED_MAILS.map((mail) => `mailAttempts.clear(${mail}:${name})`),
];

test.each([
  ['with its address', 'Ana@hark.example', [...countedOf('ana'), ...countedOf('ana@hark.example')]],
  ['whose address is erased', undefined, countedOf('ana')],
])(
  'all that lets somebody into an account %s is erased, and what is counted of it',
  async (_, email, counted) => {
    const { calls, closing } = recorder();
    await closing.eraseAccess({ uid: 'ana', email });
    expect(calls.sort()).toEqual([...LETS_IN, ...counted].sort());
  },
);
