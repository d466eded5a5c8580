import { creditEventSchema, SCHEMA_VERSION, type CreditEvent } from '#server/credits/events.ts';
import type { StoredDocument } from './hash.ts';

type Upcaster = (event: StoredDocument) => StoredDocument;

/** From each older schema version to the next. The stored document, which the hash covers, stays as it is. */
const UPCASTERS: Readonly<Record<number, Upcaster>> = {
  /** A balance without debt. No such event was ever released: the step is the example that the test reads. */
  1: ({ balance, ...event }) => ({
    ...event,
    schemaVersion: 2,
    balance: { ...(balance as object), debt: 0 },
  }),
};

/** Brings a stored event up to the schema of now, one version at a time. */
export function upcast(stored: StoredDocument): StoredDocument {
  let event = stored;
  for (let step = stepFor(event); step !== undefined; step = stepFor(event)) event = step(event);
  return event;
}

/** The event of a stored document of any schema version. Throws a ZodError for what is no event. */
export function readEvent(stored: StoredDocument): CreditEvent {
  return creditEventSchema.parse(upcast(stored));
}

function stepFor({ schemaVersion }: StoredDocument): Upcaster | undefined {
  return typeof schemaVersion === 'number' && schemaVersion < SCHEMA_VERSION
    ? UPCASTERS[schemaVersion]
    : undefined;
}
