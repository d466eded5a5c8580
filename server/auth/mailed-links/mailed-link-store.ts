import { createHash } from 'node:crypto';
import { mongo } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import { newSecret } from '#server/lib/ids.ts';
import type { LinkKind, MailedLinkModel, MailedLinkRecord } from './mailed-link-model.ts';

const HOUR_MS = 60 * 60 * 1000;
const LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  'verify-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS,
};

/** Of these a newer link voids every older one; of the others all work until one is used. */
const NEWEST_ONLY: ReadonlySet<LinkKind> = new Set(['reset-password']);

/** Issues and redeems the secrets of mailed links. */
export interface MailedLinks {
  /** Makes a link's secret; it exists only in the mail. */
  issue(kind: LinkKind, uid: string): Promise<string>;
  /** The link behind a secret, used, expired and replaced ones too. */
  find(kind: LinkKind, secret: string): Promise<MailedLinkRecord | undefined>;
  /** Uses a link up; `false` when it was used, replaced or has expired. */
  redeem(link: MailedLinkRecord): Promise<boolean>;
}

/** Mailed links over their collection. */
export function createMailedLinks(model: MailedLinkModel, clock: Clock): MailedLinks {
  return {
    async issue(kind, uid) {
      const secret = newSecret();
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[kind]);
      const link = { _id: fingerprint(secret), kind, uid, createdAt, expiresAt };
      if (NEWEST_ONLY.has(kind)) await createNewest(model, link);
      else await model.create(link);
      return secret;
    },
    async find(kind, secret) {
      return (await model.findOne({ _id: fingerprint(secret), kind }).lean()) ?? undefined;
    },
    async redeem({ _id, kind }) {
      const usedAt = clock.now();
      const { modifiedCount } = await model.updateOne(
        {
          _id,
          usedAt: { $exists: false },
          expiresAt: { $gt: usedAt },
          ...(NEWEST_ONLY.has(kind) && { newest: true }),
        },
        { $set: { usedAt } },
      );
      return modifiedCount === 1;
    },
  };
}

/** Creates a link in place of the newest one; of several created at once the unique index lets one in at a time. */
async function createNewest(model: MailedLinkModel, link: MailedLinkRecord): Promise<void> {
  const { uid, kind } = link;
  for (;;) {
    await model.updateMany({ uid, kind, newest: true }, { $unset: { newest: 1 } });
    try {
      await model.create({ ...link, newest: true });
      return;
    } catch (error) {
      if (!(error instanceof mongo.MongoServerError) || error.code !== 11_000) throw error;
    }
  }
}

function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
