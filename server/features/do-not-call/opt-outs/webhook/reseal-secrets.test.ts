import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { webhookSections } from './export-webhook.ts';
import { resealWebhooks } from './reseal-secrets.ts';
import { ownerOf } from './webhook-route.ts';
import type { OptOutWebhookStore } from './webhook-store.ts';

const [newest, older, oldest] = [1, 2, 3].map(() => randomBytes(32).toString('base64url')) as [
  string,
  string,
  string,
];
const uidOf = (at: number) => `user ${String(at)}`;
const secretOf = (uid: string) => `secret of ${uid}`;

test('secrets that any older key encrypted are encrypted with the newest one, however many they are', async () => {
  const box = createSecretBox([newest, older, oldest]);
  const keys = [newest, older, oldest].map((key) => createSecretBox([key]));
  const stored = new Map(
    Array.from({ length: 450 }, (_, at) => {
      const uid = uidOf(at);
      return [uid, keys[at % 3]?.seal(secretOf(uid), ownerOf(uid)) ?? ''];
    }),
  );
  const current = [...stored].filter(([, secret]) => secret.startsWith(box.prefixes[0] ?? ''));
  const webhooks = {
    sealedWith: (prefix: string, limit: number) =>
      Promise.resolve(
        [...stored]
          .filter(([, secret]) => secret.startsWith(prefix))
          .slice(0, limit)
          .map(([_id, secret]) => ({ _id, secret })),
      ),
    reseal(uid: string, from: string, to: string) {
      if (stored.get(uid) === from) stored.set(uid, to);
      return Promise.resolve();
    },
  } as unknown as OptOutWebhookStore;
  await resealWebhooks({ webhooks, secretBox: box });
  const alone = createSecretBox([newest]);
  for (const [uid, secret] of stored) expect(alone.open(secret, ownerOf(uid))).toBe(secretOf(uid));
  for (const [uid, secret] of current) expect(stored.get(uid)).toBe(secret);
});

test('of a webhook it is exported when its secret was renewed, and nothing where there is none', async () => {
  const renewedAt = new Date('2027-01-12T15:00:00Z');
  const of = (uid: string) => Promise.resolve(uid === 'u' ? { renewedAt } : undefined);
  const [section] = webhookSections({ of } as unknown as OptOutWebhookStore);
  const rowsOf = async (uid: string) => {
    const rows = [];
    for await (const row of section?.rows({ uid, streamId: 's' }) ?? []) rows.push(row);
    return rows;
  };
  expect(await rowsOf('u')).toEqual([{ renewed_at: renewedAt.toISOString() }]);
  expect(await rowsOf('other')).toEqual([]);
});
