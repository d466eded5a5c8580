import type { Clock } from '#server/platform/lib/clock.ts';
import { lotsCost } from '#shared/plans.ts';
import { checkCommand } from './commands.ts';
import { CommitQueue } from './stream/commit-queue.ts';
import type { CreditEventStore } from './stream/credit-event-store.ts';
import { quoteInPeriod } from './decide.ts';
import type { HeadCheckpoint } from './stream/credit-head-store.ts';
import type { CreditLedger } from './api.ts';
import { StreamCache } from './stream/stream-cache.ts';
import { recorded } from './stream/pending-commands.ts';

export interface CreditLedgerDeps {
  store: CreditEventStore;
  checkpoint: HeadCheckpoint;
  clock: Clock;
}

/** A ledger that can be closed. */
export interface ClosableLedger extends CreditLedger {
  /** Resolves when every command is resolved and every head saved. */
  close(): Promise<void>;
}

/** Creates the credits ledger of a process. Commands go through one commit queue; reads go to the database. */
export function createCreditLedger({ store, checkpoint, clock }: CreditLedgerDeps): ClosableLedger {
  const saveHead = checkpoint.add.bind(checkpoint);
  const queue = new CommitQueue({
    store,
    clock,
    streams: new StreamCache(store, saveHead),
    onWritten: saveHead,
  });
  return {
    async execute(streamId, command) {
      checkCommand(streamId, command);
      return queue.submit(streamId, command);
    },
    async balance(streamId) {
      const head = await store.head(streamId);
      if (head === undefined) return { available: 0, held: 0, debt: 0, version: 0 };
      return { ...head.balance, version: head.version, period: head.period ?? undefined };
    },
    async quote(streamId, calls) {
      const head = await store.head(streamId);
      if (head?.period == null) return undefined;
      const { period, balance } = head;
      return { ...quoteInPeriod(period, calls), available: balance.available, periodStart: period.start };
    },
    async campaignHold(streamId, campaignId) {
      const last = await store.lastOfCampaign(streamId, campaignId);
      const lots = last !== undefined && 'hold' in last ? last.hold : [];
      return { held: lotsCost(lots), lots };
    },
    async find(streamId, key) {
      const [event] = await store.findByKeys(streamId, [key]);
      return event === undefined ? undefined : recorded(event);
    },
    async close() {
      await queue.idle();
      await checkpoint.flush();
    },
  };
}
