import type { Connection } from 'mongoose';
import { CallStore } from './call-store.ts';
import { createClaimModel, type ClaimModel } from './claim-model.ts';
import { ClaimStore } from './claim-store.ts';
import { createContactModel, type ContactModel } from './contact-model.ts';
import { ContactStore } from './contact-store.ts';
import { createDayCounterModel, type DayCounterModel } from './day-counter-model.ts';
import { DayCounterStore } from './day-counter-store.ts';
import { DROP_DEFAULTS, type DropOptions, type DropsDeps } from './drops-deps.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createSettlementModel, type SettlementModel } from './settlement-model.ts';
import { SettlementStore } from './settlement-store.ts';

type Given = Pick<DropsDeps, 'campaigns' | 'carrier' | 'ledger' | 'jobs' | 'clock' | 'log'>;

export interface DropsDepsOptions extends Given {
  connection: Connection;
  dropsPerMinute: number;
  options: Partial<DropOptions> & Pick<DropOptions, 'reportDeadlineMs'>;
}

/** A batch takes no longer than this at the rate limit, so that pausing and stopping are quick. */
const BATCH_SECONDS = 5;

function batchFor(dropsPerMinute: number): number {
  return Math.min(DROP_DEFAULTS.batchSize, Math.ceil((dropsPerMinute / 60) * BATCH_SECONDS));
}

export type DropModels = [ContactModel, ClaimModel, SettlementModel, DayCounterModel];

/** The stores of the drop engine on a connection, and the rest of what its use cases work with. */
export function createDropsDeps({ connection, dropsPerMinute, options, ...given }: DropsDepsOptions): {
  deps: DropsDeps;
  models: DropModels;
} {
  const contacts = createContactModel(connection);
  const claims = createClaimModel(connection);
  const settlements = createSettlementModel(connection);
  const days = createDayCounterModel(connection);
  const { campaigns, carrier, ledger, jobs, clock, log } = given;
  const deps: DropsDeps = {
    campaigns,
    carrier,
    ledger,
    jobs,
    clock,
    log,
    contacts: new ContactStore(contacts),
    calls: new CallStore(contacts),
    claims: new ClaimStore(claims),
    settlements: new SettlementStore(settlements),
    days: new DayCounterStore(days),
    limiter: createRateLimiter(dropsPerMinute),
    options: { ...DROP_DEFAULTS, batchSize: batchFor(dropsPerMinute), ...options },
  };
  return { deps, models: [contacts, claims, settlements, days] };
}
