import { creditEventSchema, SCHEMA_VERSION, type CreditEvent } from '#server/credits/events.ts';
import type { StoredDocument } from './hash.ts';

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
export function upcast(stored: StoredDocument): StoredDocument {
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
