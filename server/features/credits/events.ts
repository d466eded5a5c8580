import { z } from 'zod';
import { PLAN_IDS } from '#shared/plans.ts';
import { heldLot } from './held-lot.ts';
import type { StoredDocument } from './stream/hash.ts';

/** The current schema version; older events are upcast when read (`readEvent`). */
export const SCHEMA_VERSION = 2;
/** `previousHash` of the first event of a stream. */
export const NO_HASH = '';

const credits = z.int().nonnegative();
const text = z.string().min(1);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const balance = z.strictObject({ available: credits, held: credits, debt: credits });
/** Credits available, on hold, and owed after a refund. Incoming credits pay debt first: with debt nothing is available. */
export type Balance = z.infer<typeof balance>;

const period = z.strictObject({
  id: text,
  start: z.date(),
  plan: z.enum(PLAN_IDS),
  reserved: credits,
  used: credits,
});
/** The current billing period: its plan, and the allowance calls reserved by holds and used by delivered calls. */
export type Period = z.infer<typeof period>;

/** `plan` and `opens` are absent where the credits were bought beside a plan: they open no period. */
const grant = {
  type: z.literal('grant'),
  amount: credits,
  plan: z.enum(PLAN_IDS).optional(),
  source: z.strictObject({ kind: z.enum(['invoice', 'purchase']), id: text }),
  opens: z.strictObject({ id: text, start: z.date() }).optional(),
};
const campaignFacts = { campaignId: text, amount: credits, lots: z.array(heldLot) };
const hold = { type: z.literal('hold'), ...campaignFacts };
const release = { type: z.literal('release'), ...campaignFacts, reason: text };
const deduct = { type: z.literal('deduct'), ...campaignFacts };
const adjust = { type: z.literal('adjust'), amount: z.int(), reason: text };
const refund = {
  type: z.literal('refund'),
  amount: z.int(),
  source: z.strictObject({ kind: z.enum(['refund', 'dispute']), id: text }),
  reason: text,
};

type FactsOf<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;
/** The facts of an event: the input of `evolve`. */
export type EventFacts =
  | FactsOf<typeof grant>
  | FactsOf<typeof hold>
  | FactsOf<typeof release>
  | FactsOf<typeof deduct>
  | FactsOf<typeof adjust>
  | FactsOf<typeof refund>;
/** The facts of events that change a campaign's hold. */
export type CampaignFacts = Extract<EventFacts, { campaignId: string }>;

const envelope = {
  _id: text,
  schemaVersion: z.literal(SCHEMA_VERSION),
  streamId: text,
  version: z.int().positive(),
  key: text,
  requestHash: hash,
  at: z.date(),
  /** The stream's state after this event. Reading it is one lookup; a replay must reproduce it. */
  balance,
  period: period.nullable(),
  previousHash: z.union([z.literal(NO_HASH), hash]),
  hash,
};
/** The campaign's hold after this event. */
const remaining = { hold: z.array(heldLot) };

/** A stored event: one document, appended and never changed. */
export const creditEventSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...envelope, ...grant }),
  z.strictObject({ ...envelope, ...remaining, ...hold }),
  z.strictObject({ ...envelope, ...remaining, ...release }),
  z.strictObject({ ...envelope, ...remaining, ...deduct }),
  z.strictObject({ ...envelope, ...adjust }),
  z.strictObject({ ...envelope, ...refund }),
]);
export type CreditEvent = z.infer<typeof creditEventSchema>;

const VERSION_DIGITS = 10;

/** Returns the `_id` of an event: one index gives unique versions and the order of a stream. */
export function eventId(streamId: string, version: number): string {
  return `${streamId}:${String(version).padStart(VERSION_DIGITS, '0')}`;
}

type Upcaster = (event: StoredDocument) => StoredDocument;

/** Upcasters from each older schema version to the next. The stored document, which the hash covers, is not changed. */
const UPCASTERS: Readonly<Record<number, Upcaster>> = {
  /** Version 1 had a balance without debt. It was never released and serves as the tested example. */
  1: ({ balance, ...event }) => ({
    ...event,
    schemaVersion: 2,
    balance: { ...(balance as object), debt: 0 },
  }),
};

/** Returns a stored event in the current schema, upcast one version at a time. */
function upcast(stored: StoredDocument): StoredDocument {
  let event = stored;
  for (let next = upcasterFor(event); next !== undefined; next = upcasterFor(event)) event = next(event);
  return event;
}

/** Parses a stored document of any schema version. Throws `ZodError` if it is not an event. */
export function readEvent(stored: StoredDocument): CreditEvent {
  return creditEventSchema.parse(upcast(stored));
}

function upcasterFor({ schemaVersion }: StoredDocument): Upcaster | undefined {
  return typeof schemaVersion === 'number' && schemaVersion < SCHEMA_VERSION
    ? UPCASTERS[schemaVersion]
    : undefined;
}
