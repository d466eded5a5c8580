import mongoose, { type Connection, type Model } from 'mongoose';
import {
  MAX_WEBHOOK_ENDPOINTS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookEventPattern,
} from '#shared/schemas/webhooks.ts';
import { freeSlot } from '#server/platform/lib/mongodb/free-slot.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** An encrypted secret. `until`: it was replaced, and signs until then. */
export interface EndpointSecret {
  sealed: string;
  since: Date;
  until?: Date | undefined;
}

/** Where deliveries of a user are sent. */
export interface EndpointRecord {
  _id: string;
  uid: string;
  /** 0 to 9; the unique index on it enforces the limit of endpoints under concurrency. */
  slot: number;
  url: string;
  description: string;
  events: WebhookEvent[];
  /** Chosen by these, with those that later versions add; absent in records of the version before. */
  patterns?: WebhookEventPattern[] | undefined;
  /** Those that were chosen by a change: it is sent none of before. */
  later?: { event: WebhookEvent; since: Date }[] | undefined;
  /** The newest first, then those before that still sign. */
  secrets: EndpointSecret[];
  createdAt: Date;
  /** Since when it is on; absent while it is off. It is sent what happened while it was on. */
  enabledAt?: Date | undefined;
  /** When it was on before; the last ten times. */
  earlier?: { from: Date; until: Date }[] | undefined;
  disabledAt?: Date | undefined;
  disabledReason?: 'owner' | 'failing' | 'gone' | undefined;
  /** The number of its last event. */
  sequence?: number | undefined;
  /** It asked for no request until then. */
  quietUntil?: Date | undefined;
  /** It is down: nothing is tried on it until then. */
  pausedUntil?: Date | undefined;
  lastSuccessAt?: Date | undefined;
  /** Since when every attempt fails, and how many did. */
  failingSince?: Date | undefined;
  failures?: number | undefined;
  /** Set from the switch-off until its mail is sent. */
  mailDueAt?: Date | undefined;
}

export type EndpointModel = Model<EndpointRecord>;

/** The `webhook_endpoints` collection. */
export function createEndpointModel(connection: Connection): EndpointModel {
  const secret = {
    sealed: { type: String, required: true },
    since: { type: Date, required: true },
    until: Date,
  };
  const schema = new mongoose.Schema<EndpointRecord>(
    {
      _id: { type: String, required: true },
      uid: { type: String, required: true },
      slot: { type: Number, required: true },
      url: { type: String, required: true },
      description: String,
      events: { type: [String], enum: WEBHOOK_EVENTS, required: true },
      patterns: { type: [String], default: undefined },
      later: { type: [mongoose.Schema.Types.Mixed], default: undefined },
      secrets: { type: [new mongoose.Schema<EndpointSecret>(secret, { _id: false })], required: true },
      createdAt: { type: Date, required: true },
      enabledAt: Date,
      earlier: { type: [mongoose.Schema.Types.Mixed], default: undefined },
      disabledAt: Date,
      disabledReason: String,
      sequence: Number,
      quietUntil: Date,
      pausedUntil: Date,
      lastSuccessAt: Date,
      failingSince: Date,
      failures: Number,
      mailDueAt: Date,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, slot: 1 }, { unique: true });
  schema.index({ 'secrets.sealed': 1 });
  schema.index({ mailDueAt: 1 }, { sparse: true });
  return connection.model<EndpointRecord>('WebhookEndpoint', schema, 'webhook_endpoints');
}

type Address = Pick<EndpointRecord, '_id' | 'url'>;
type Changes = Partial<Pick<EndpointRecord, 'url' | 'description' | 'events' | 'later'>>;

/** Fields of an endpoint whose last attempt arrived. */
const NOT_FAILING = { failingSince: 1, failures: 1, quietUntil: 1, pausedUntil: 1 } as const;

/** More often no endpoint is switched off before the search that follows has found what happened. */
const EARLIER = 10;

/** The update that switches an endpoint off that is on. */
function switchOff(at: Date, disabledReason: 'owner' | 'failing' | 'gone', more: { mailDueAt?: Date } = {}) {
  const ended = [{ from: '$enabledAt', until: at }];
  const earlier = { $slice: [{ $concatArrays: [{ $ifNull: ['$earlier', []] }, ended] }, -EARLIER] };
  return [{ $set: { disabledAt: at, disabledReason, earlier, ...more } }, { $unset: ['enabledAt'] }];
}

/** Reads and writes endpoints. */
export class EndpointStore {
  readonly #model: EndpointModel;

  constructor(model: EndpointModel) {
    this.#model = model;
  }

  /** Stores an endpoint in a free slot of its user, once. Returns false if the user has the maximum number. */
  async insert(endpoint: Omit<EndpointRecord, 'slot'>): Promise<boolean> {
    for (;;) {
      const stored = await this.ofUser(endpoint.uid);
      if (stored.some(({ _id }) => _id === endpoint._id)) return true;
      const slot = freeSlot(stored, MAX_WEBHOOK_ENDPOINTS);
      if (slot === undefined) return false;
      // If not, a parallel call took the slot.
      if (await isInserted(() => this.#model.create({ ...endpoint, slot }))) return true;
    }
  }

  /** Returns the user's endpoints, newest first; at most 10. */
  async ofUser(uid: string): Promise<EndpointRecord[]> {
    const found = await this.#model.find({ uid }).lean<EndpointRecord[]>();
    return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || a.slot - b.slot);
  }

  /** Returns the user's endpoints that are on. */
  async enabledOf(uid: string): Promise<EndpointRecord[]> {
    return (await this.ofUser(uid)).filter(({ enabledAt }) => enabledAt !== undefined);
  }

  async find(_id: string): Promise<EndpointRecord | undefined> {
    return (await this.#model.findById(_id).lean<EndpointRecord>()) ?? undefined;
  }

  async findOwned(uid: string, _id: string): Promise<EndpointRecord | undefined> {
    return (await this.#model.findOne({ _id, uid }).lean<EndpointRecord>()) ?? undefined;
  }

  /** Changes an endpoint, which begins anew at another URL; returns it, or undefined if it is gone. */
  change(
    uid: string,
    _id: string,
    changes: Changes,
    { isMoved }: { isMoved: boolean },
  ): Promise<EndpointRecord | undefined> {
    return this.#update({ _id, uid }, { $set: changes, ...(isMoved && { $unset: NOT_FAILING }) });
  }

  /** Switches an endpoint on that is off; returns it, or undefined if it is on or gone. */
  enable(uid: string, _id: string, at: Date): Promise<EndpointRecord | undefined> {
    return this.#update(
      { _id, uid, enabledAt: { $exists: false } },
      {
        $set: { enabledAt: at },
        $unset: { disabledAt: 1, disabledReason: 1, mailDueAt: 1, ...NOT_FAILING },
      },
    );
  }

  /** Switches an endpoint off for its owner; returns it, or undefined if it is off or gone. */
  disable(uid: string, _id: string, at: Date): Promise<EndpointRecord | undefined> {
    return this.#update({ _id, uid, enabledAt: { $exists: true } }, switchOff(at, 'owner'));
  }

  /** Switches an endpoint off that still fails since then; returns whether it was on. Its mail is due at once. */
  async disableFailing(
    { _id, failingSince }: { _id: string; failingSince: Date },
    at: Date,
    reason: 'failing' | 'gone',
  ): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(
      { _id, failingSince, enabledAt: { $exists: true } },
      switchOff(at, reason, { mailDueAt: at }),
      { updatePipeline: true },
    );
    return matchedCount === 1;
  }

  /**
   * Counts a failed attempt at a URL, and until when it asks for no other; returns the endpoint, or undefined if it has another
   * URL or is gone.
   */
  countFailure(
    { _id, url }: Address,
    at: Date,
    { quietUntil }: Pick<EndpointRecord, 'quietUntil'>,
  ): Promise<EndpointRecord | undefined> {
    const later = quietUntil !== undefined && { $max: { quietUntil } };
    return this.#update({ _id, url }, { $min: { failingSince: at }, $inc: { failures: 1 }, ...later });
  }

  /** Lets nothing be tried on an endpoint until then that still fails at its URL since `failingSince`. */
  async pause({ _id, url, failingSince }: EndpointRecord, pausedUntil: Date): Promise<void> {
    await this.#model.updateOne({ _id, url, failingSince: failingSince ?? null }, { $max: { pausedUntil } });
  }

  /** Lets the next delivery be tried at once on an endpoint that is down: its owner asks for it. */
  async endPause(_id: string): Promise<void> {
    await this.#model.updateOne({ _id }, { $unset: { pausedUntil: 1 } });
  }

  /** Reserves the next `count` numbers of the events of an endpoint; returns the first, or undefined if it is gone. */
  async nextSequence(_id: string, count: number): Promise<number | undefined> {
    const endpoint = await this.#update({ _id }, { $inc: { sequence: count } });
    return endpoint && (endpoint.sequence ?? count) - count + 1;
  }

  /** Records an attempt that arrived at a URL; returns the endpoint as it was, or undefined if it has another URL or is gone. */
  async recordSuccess({ _id, url }: Address, at: Date): Promise<EndpointRecord | undefined> {
    const update = { $max: { lastSuccessAt: at }, $unset: NOT_FAILING };
    const options = { returnDocument: 'before' } as const;
    return (
      (await this.#model.findOneAndUpdate({ _id, url }, update, options).lean<EndpointRecord>()) ?? undefined
    );
  }

  /** Replaces the secrets if the newest one is still `current`; returns the endpoint, or undefined. */
  replaceSecrets(
    { _id, uid, secrets: [current] }: EndpointRecord,
    secrets: EndpointSecret[],
  ): Promise<EndpointRecord | undefined> {
    return this.#update({ _id, uid, 'secrets.0.sealed': current?.sealed }, { $set: { secrets } });
  }

  /** Returns endpoints that have a secret which begins with `prefix`. */
  sealedWith(prefix: string, limit: number): Promise<EndpointRecord[]> {
    return this.#model
      .find({ 'secrets.sealed': { $gte: prefix, $lt: `${prefix}\uffff` } })
      .limit(limit)
      .lean<EndpointRecord[]>();
  }

  /** Claims an endpoint whose mail about its switch-off is due, until `until`. */
  async claimMail(now: Date, until: Date): Promise<EndpointRecord | undefined> {
    return this.#update({ mailDueAt: { $lte: now } }, { $set: { mailDueAt: until } });
  }

  /** Records that the mail was sent or given up, unless it is claimed by another process since. */
  async mailed({ _id, mailDueAt = new Date(0) }: EndpointRecord): Promise<void> {
    await this.#model.updateOne({ _id, mailDueAt }, { $unset: { mailDueAt: 1 } });
  }

  /** Deletes an endpoint of the user; returns false if there is none. */
  async remove(uid: string, _id: string): Promise<boolean> {
    return (await this.#model.deleteOne({ _id, uid })).deletedCount === 1;
  }

  /** Deletes all endpoints of the user. */
  async erase(uid: string): Promise<void> {
    await this.#model.deleteMany({ uid });
  }

  async #update(
    filter: Record<string, unknown>,
    update: Record<string, unknown> | Record<string, unknown>[],
  ): Promise<EndpointRecord | undefined> {
    const changed = await this.#model
      .findOneAndUpdate(filter, update, { returnDocument: 'after', updatePipeline: true })
      .lean<EndpointRecord>();
    return changed ?? undefined;
  }
}
