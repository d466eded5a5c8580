import type { Connection } from 'mongoose';
import type { Clock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import {
  createCreditEventModel,
  createCreditEventStore,
  type CreditEventStore,
} from '../stream/credit-event-store.ts';
import { createCreditLedger, type ClosableLedger } from '../credit-ledger.ts';
import { HeadCheckpoint, createCreditHeadModel, createCreditHeadStore } from '../stream/credit-head-store.ts';
import { createAuditStore } from '../audit/audit-store.ts';
import { auditStream, type StreamReport } from '../audit/audit.ts';
import type { AuditSource } from '../audit/audit-source.ts';

/** Returns a clock that advances only when it is set. */
export function stoppedClock(now = new Date('2026-11-20T10:00:00Z')): Clock & { set(now: Date): void } {
  let current = now;
  return {
    now: () => current,
    set: (next) => {
      current = next;
    },
  };
}

/** Creates an independent ledger on a test database; each one simulates a process. */
export function testLedger(
  connection: Connection,
  {
    clock = stoppedClock(),
    wrap = (store) => store,
  }: { clock?: Clock; wrap?: (store: CreditEventStore) => CreditEventStore } = {},
): ClosableLedger {
  const checkpoint = new HeadCheckpoint(
    createCreditHeadStore(createCreditHeadModel(connection)),
    createLogger('silent'),
  );
  return createCreditLedger({
    store: wrap(createCreditEventStore(createCreditEventModel(connection))),
    checkpoint,
    clock,
  });
}

/** Creates the ledger's indexes in a test database. */
export async function createLedgerIndexes(connection: Connection): Promise<void> {
  const model = createCreditEventModel(connection);
  await model.init();
  await model.createIndexes();
}

/** Audits one stream of a test database. */
export function auditOf(
  connection: Connection,
  streamId: string,
  sources: readonly AuditSource[] = [],
): Promise<StreamReport> {
  const store = createAuditStore(createCreditEventModel(connection), createCreditHeadModel(connection));
  return auditStream(store, sources, streamId);
}
