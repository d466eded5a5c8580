import { formatNumber } from '#shared/formats.ts';
import { auditStream } from '#server/features/credits/audit/audit.ts';
import { Replay } from '#server/features/credits/stream/replay.ts';
import { withFeatures } from './data/hark-features.ts';
import { withDatabase } from './data/systems.ts';
import type { Bench } from './harness/bench.ts';
import { growthDuring } from './harness/memory.ts';
import { measured, measuredCalls, unitsASecond } from './harness/sample.ts';
import { chargedAccounts } from './ledger/charged-accounts.ts';

const EVENTS = 1_000_000;
const CALLERS = 64;
const ACCOUNT = 'account';
const EVENTS_A_SECOND = { atLeast: 20_000 };
const GROWTH_MB = { atMost: 80 };

/**
 * Audit and replay of one account's events: events a second, and how much the memory of the process grows.
 * `--contacts=N` sets the number of events.
 */
export const benchAudit: Bench = ({ say, settings: { contacts: events = EVENTS }, ...run }) =>
  withDatabase(({ connection }) =>
    withFeatures(connection, async ({ credits }) => {
      say(`audit: ${formatNumber(events)} events are stored`);
      const charge = chargedAccounts(credits.ledger);
      await measuredCalls({ callers: CALLERS, total: events }, () => charge(ACCOUNT));
      const audit = async (): Promise<void> => {
        const { events: audited, differences } = await auditStream(credits.audit.store, [], ACCOUNT);
        if (audited < events || differences.length > 0) throw new Error('The audit found differences.');
      };
      const replay = async (): Promise<void> => {
        const state = new Replay();
        for await (const event of credits.history.all(ACCOUNT)) state.apply(event);
      };
      const bench = `${formatNumber(events)} events`;
      // Measured first, because the process rarely returns memory.
      const growth = await growthDuring(audit);
      const both = async () => ({
        audit: await measured(events, audit),
        replay: await measured(events, replay),
      });
      const { row } = await run.inRounds(bench, both, run.rounds);
      row('audit, events a second', (samples) => unitsASecond(samples.audit), EVENTS_A_SECOND);
      row('replay, events a second', (samples) => unitsASecond(samples.replay), EVENTS_A_SECOND);
      run.absolute(bench, 'audit: growth of memory, MB', growth, GROWTH_MB);
    }),
  );
