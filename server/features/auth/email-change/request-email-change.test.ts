import { expect, test } from 'vitest';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { requestEmailChange } from './request-email-change.ts';

const CALLER = {
  uid: 'ana',
  client: { network: '192.0.2.1', onThisMachine: false, userAgent: '' },
  stillSignedIn: () => Promise.resolve(true),
};

function countedBy(wait: number) {
  const counted: string[] = [];
  const started: string[] = [];
  const deps = {
    users: { byId: (uid: string) => Promise.resolve({ _id: uid, emailLower: 'ana@example.com' }) },
    clientLimits: { take: () => Promise.resolve() },
    mailAttempts: {
      take(key: string) {
        counted.push(key);
        return Promise.resolve(wait);
      },
    },
    events: { record: () => Promise.resolve() },
    background: { run: (name: string) => started.push(name) },
  } as unknown as AuthDeps;
  return { deps, counted, started };
}

test('a change of address counts for the account and for the new address, however that is written', async () => {
  const { deps, counted, started } = countedBy(0);
  await requestEmailChange(deps, CALLER, 'New@Example.com');
  expect(counted).toEqual(['change-email:ana', 'change-email:new@example.com']);
  expect(started).toHaveLength(2);
});

test('a change of address over the limit mails nobody', async () => {
  const { deps, started } = countedBy(60);
  const refused = requestEmailChange(deps, CALLER, 'new@example.com');
  await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(started).toEqual([]);
});
