import mongoose, { type Connection, type Model } from 'mongoose';
import { fromNow, type Clock } from '#server/platform/lib/clock.ts';
import { hashSecret, newSecret } from '#server/platform/lib/secrets/ids.ts';

const PURPOSES = ['sign-in', 'confirm', 'add'] as const;
/** What the signature of a challenge permits: to sign in, to confirm who one is, or to add a passkey. */
export type ChallengePurpose = (typeof PURPOSES)[number];

/** A challenge that awaits its signature; `_id` is its hash. */
interface ChallengeRecord {
  _id: string;
  purpose: ChallengePurpose;
  /** The session that it was issued to; none for a sign-in, which has no session yet. */
  session: string | null;
  expiresAt: Date;
}

type ChallengeModel = Model<ChallengeRecord>;

const LIFETIME_MS = 5 * 60 * 1000;

/** Creates the `passkey_challenges` model. */
export function createChallengeModel(connection: Connection): ChallengeModel {
  const schema = new mongoose.Schema<ChallengeRecord>(
    {
      _id: { type: String, required: true },
      purpose: { type: String, enum: PURPOSES, required: true },
      session: { type: String, default: null },
      expiresAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<ChallengeRecord>('PasskeyChallenge', schema, 'passkey_challenges');
}

/** Issues and redeems challenges. Each works once, within five minutes. */
export interface ChallengeStore {
  /** Returns a new challenge as base64url. */
  issue(purpose: ChallengePurpose, session: string | null): Promise<string>;
  /** Uses a challenge up. Returns false if it is unknown, used, expired, or was issued for another use. */
  redeem(challenge: string, purpose: ChallengePurpose, session: string | null): Promise<boolean>;
}

/** Creates the store over the `passkey_challenges` collection. */
export function createChallengeStore(model: ChallengeModel, clock: Clock): ChallengeStore {
  return {
    async issue(purpose, session) {
      const challenge = newSecret();
      const expiresAt = fromNow(clock, LIFETIME_MS);
      await model.create({ _id: hashSecret(challenge), purpose, session, expiresAt });
      return challenge;
    },
    async redeem(challenge, purpose, session) {
      const { deletedCount } = await model.deleteOne({
        _id: hashSecret(challenge),
        purpose,
        session,
        expiresAt: { $gt: clock.now() },
      });
      return deletedCount === 1;
    },
  };
}
