import mongoose, { type Connection, type Model } from 'mongoose';
import type { CallLimit } from '#shared/schemas/calling/calling-profile.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** What a user has set for all calls. */
export interface CallingProfileRecord {
  /** The user. */
  _id: string;
  /** Eleven digits beginning with 1. */
  callbackNumber?: string | undefined;
  defaultConsent?: Consent | undefined;
  callLimit?: CallLimit | undefined;
  /** The legal sentences of messages, with `{business}` and `{number}`. */
  signature?: string | undefined;
  /** The confirmed number that test calls go to. */
  testPhone?: string | undefined;
  /** Names the page on which people stop calls; never changed. */
  stopSlug?: string | undefined;
}

/** The settings that a user changes. */
export type CallingSettings = Pick<
  CallingProfileRecord,
  'callbackNumber' | 'defaultConsent' | 'callLimit' | 'signature'
>;

export type CallingProfileModel = Model<CallingProfileRecord>;

/** The `calling_profiles` collection. */
export function createCallingProfileModel(connection: Connection): CallingProfileModel {
  const schema = new mongoose.Schema<CallingProfileRecord>(
    {
      _id: { type: String, required: true },
      callbackNumber: String,
      defaultConsent: { type: Object },
      callLimit: { type: Object },
      signature: String,
      testPhone: String,
      stopSlug: String,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ stopSlug: 1 }, { unique: true, sparse: true });
  return connection.model<CallingProfileRecord>('CallingProfile', schema, 'calling_profiles');
}

/** Stores the calling profiles of users. */
export class CallingProfileStore {
  readonly #model: CallingProfileModel;

  constructor(model: CallingProfileModel) {
    this.#model = model;
  }

  /** Returns the profile of a user; undefined where nothing was set. */
  async of(uid: string): Promise<CallingProfileRecord | undefined> {
    return (await this.#model.findById(uid).lean()) ?? undefined;
  }

  /** Returns the user whose page has this name. */
  async ownerOf(stopSlug: string): Promise<string | undefined> {
    return (await this.#model.findOne({ stopSlug }, { _id: 1 }).lean())?._id;
  }

  /** Changes settings; one that is undefined is removed. */
  async change(uid: string, settings: Partial<CallingSettings>): Promise<void> {
    const entries = Object.entries(settings);
    const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const removed = Object.fromEntries(
      entries.flatMap(([name, value]) => (value === undefined ? [[name, 1]] : [])),
    );
    await this.#model.updateOne({ _id: uid }, { $set: given, $unset: removed }, { upsert: true });
  }

  /** Names the page of a user, unless it has a name. Returns false if the name is taken by another user. */
  async nameStopPage(uid: string, stopSlug: string): Promise<boolean> {
    await this.#model.updateOne({ _id: uid }, {}, { upsert: true });
    return isInserted(() =>
      this.#model.updateOne({ _id: uid, stopSlug: { $exists: false } }, { $set: { stopSlug } }),
    );
  }

  /** Stores the phone that the user has confirmed. */
  async setTestPhone(uid: string, testPhone: string): Promise<void> {
    await this.#model.updateOne({ _id: uid }, { $set: { testPhone } }, { upsert: true });
  }

  /** Erases the profile of a user. */
  async erase(uid: string): Promise<void> {
    await this.#model.deleteOne({ _id: uid });
  }
}
