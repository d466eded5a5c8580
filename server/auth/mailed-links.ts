import { createHash } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import { newSecret } from '#server/ids.ts';
import type { LinkKind, MailedLinkModel, MailedLinkRecord } from './mailed-link-model.ts';

const HOUR_MS = 60 * 60 * 1000;
const LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  'verify-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS,
};

/** Issues and redeems the secrets of mailed links. */
export interface MailedLinks {
  /** Makes a link's secret; it exists only in the mail. */
  issue(kind: LinkKind, uid: string): Promise<string>;
  /** The link behind a secret, used or expired ones too. */
  find(kind: LinkKind, secret: string): Promise<MailedLinkRecord | undefined>;
  /** Uses a link up, and with it every other one of its kind and user; `false` when it was used or has expired. */
  redeem(link: MailedLinkRecord): Promise<boolean>;
}

/** Mailed links over their collection. */
export function createMailedLinks(model: MailedLinkModel, clock: Clock): MailedLinks {
  return {
    async issue(kind, uid) {
      const secret = newSecret();
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[kind]);
      await model.create({ _id: fingerprint(secret), kind, uid, createdAt, expiresAt });
      return secret;
    },
    async find(kind, secret) {
      return (await model.findOne({ _id: fingerprint(secret), kind }).lean()) ?? undefined;
    },
    async redeem({ _id, kind, uid }) {
      const usedAt = clock.now();
      const { modifiedCount } = await model.updateOne(
        { _id, usedAt: { $exists: false }, expiresAt: { $gt: usedAt } },
        { $set: { usedAt } },
      );
      if (modifiedCount === 0) return false;
      await model.updateMany({ uid, kind, usedAt: { $exists: false } }, { $set: { usedAt } });
      return true;
    },
  };
}

function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
