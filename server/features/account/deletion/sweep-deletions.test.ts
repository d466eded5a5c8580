import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { DeletionDeps } from './deletion-deps.ts';
import type { DeletionRecord } from './deletion-store.ts';
import { sweepDeletions } from './sweep-deletions.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const IN_HALF_A_MINUTE = new Date('2026-11-20T09:30:30Z');
const LAST_PASS = new Date('2026-11-20T11:30:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const UNAVAILABLE = new ProviderUnavailable('The mail server does not respond');
const REJECTED = new ProviderRejected('No such mailbox');

/** Sweeps one deletion, all of whose steps are done if it is erased; returns what becomes of it. */
async function sweep(fields: Partial<DeletionRecord>, error?: Error): Promise<unknown[][]> {
  const recipient = { email: 'ana@maple.example', displayName: 'Ana', emailConfirmed: true };
  const base = { _id: 'ana', streamId: 's', requestedAt: NOW, dueAt: NOW, announced: true } as const;
  const due: DeletionRecord[] = [{ ...base, recipient, ...fields }];
  const done: unknown[][] = [];
  const records =
    (name: string) =>
    (...args: unknown[]) =>
      Promise.resolve(void done.push([name, ...args.slice(1)]));
  const running: Promise<void>[] = [];
  const deps = {
    clock: { now: () => NOW },
    log: { warn: () => undefined, error: () => undefined },
    mailer: { send: () => (error === undefined ? Promise.resolve() : Promise.reject(error)) },
    supportEmail: 'help@hark.example',
    closing: { listClosing: () => Promise.resolve([]), erase: () => Promise.resolve() },
    steps: () => [{ name: 'step', erase: () => Promise.resolve(fields.erasedAt !== undefined) }],
    deletions: {
      claim: () => Promise.resolve(due.shift()),
      markErased: () => Promise.resolve(),
      markAnnounced: records('announced'),
      postpone: records('postponed'),
      forgetRecipient: records('forgotten'),
      remove: records('removed'),
    },
    background: { run: (_: string, work: () => Promise<void>) => running.push(work()) },
    mailing: (_: string, work: () => Promise<void>) => work(),
  };
  await sweepDeletions(deps as unknown as DeletionDeps);
  await Promise.all(running);
  return done;
}

test.each<[string, Error | undefined, { erasedAt: Date; becomes: unknown[] }]>([
  ['is sent', undefined, { erasedAt: NOW, becomes: ['forgotten', LAST_PASS] }],
  ['is rejected', REJECTED, { erasedAt: NOW, becomes: ['forgotten', LAST_PASS] }],
  [
    'fails for three days',
    UNAVAILABLE,
    { erasedAt: ago(3 * DAY_MS), becomes: ['postponed', IN_HALF_A_MINUTE] },
  ],
  ['fails for longer', UNAVAILABLE, { erasedAt: ago(3 * DAY_MS + 1), becomes: ['forgotten', LAST_PASS] }],
])('an address is kept until the last mail to it %s', async (_, error, { erasedAt, becomes }) => {
  expect(await sweep({ erasedAt }, error)).toEqual([becomes]);
});

test.each<[string, Error | undefined, { requestedAt: Date; isAnnounced: boolean }]>([
  ['is sent', undefined, { requestedAt: NOW, isAnnounced: true }],
  ['is rejected', REJECTED, { requestedAt: NOW, isAnnounced: true }],
  ['fails', UNAVAILABLE, { requestedAt: NOW, isAnnounced: false }],
  ['failed for three days', UNAVAILABLE, { requestedAt: ago(3 * DAY_MS + 1), isAnnounced: true }],
])('the first mail about a deletion that waits: %s', async (_, error, { requestedAt, isAnnounced }) => {
  const postponed = ['postponed', IN_HALF_A_MINUTE, ['step']];
  const done = await sweep({ requestedAt, announced: undefined }, error);
  expect(done).toEqual(isAnnounced ? [postponed, ['announced']] : [postponed]);
});

test.each<[string, Date, unknown[]]>([
  [
    'stays until the requests from before have ended',
    ago(2 * HOUR_MS - 1),
    ['postponed', new Date(NOW.getTime() + 1)],
  ],
  ['is removed then', ago(2 * HOUR_MS), ['removed']],
])('a deletion whose mails are sent %s', async (_, erasedAt, becomes) => {
  expect(await sweep({ erasedAt, recipient: undefined })).toEqual([becomes]);
});
