import { expect, test } from 'vitest';
import type { Mail } from '#server/providers/mail/port.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { AuthDeps } from './auth-deps.ts';
import { createSupportActions, type SupportActions } from './support-actions.ts';
import type { UserRecord } from './user-store.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const USER = { _id: 'ana', email: 'ana@example.com', displayName: 'Ana', emailVerifiedAt: NOW } as UserRecord;

/** Has support do something, of which the store says whether it changed anything. */
async function done(action: keyof SupportActions, changes: boolean) {
  const { calls, recorded } = createCallRecorder();
  const answer = () => Promise.resolve(changes);
  const deps = {
    users: recorded('users', { markVerified: answer, suspend: answer, unsuspend: answer }),
    factorResets: recorded('resets', { ask: answer, cancel: answer }),
    mailer: recorded('mailer', { send: () => Promise.resolve() }),
    clock: { now: () => NOW },
    publicUrl: 'https://hark.example',
    publicLinks: { supportEmail: 'help@hark.example' },
  } as unknown as AuthDeps;
  const result = await createSupportActions(deps)[action](USER);
  return { result, calls: calls.map(([name, ...args]) => [name, ...args.map(nameOf)]) };
}

const nameOf = (arg: unknown) => (arg as Mail | undefined)?.subject ?? arg;

test.each<[keyof SupportActions, unknown[], string[]]>([
  ['confirm', ['users.markVerified', USER, NOW], []],
  ['resetFactor', ['resets.ask', 'ana', NOW], []],
  ['keepFactor', ['resets.cancel', 'ana'], []],
  ['suspend', ['users.suspend', 'ana', NOW], ['mailer.send', 'Your Hark account is suspended']],
  ['unsuspend', ['users.unsuspend', 'ana'], ['mailer.send', 'Your Hark account is released']],
])('%s says whether it changed something, and mails the owner only then', async (action, change, mail) => {
  const mailed = mail.length === 0 ? [] : [mail];
  expect(await done(action, true)).toEqual({ result: true, calls: [change, ...mailed] });
  expect(await done(action, false)).toEqual({ result: false, calls: [change] });
});
