import { formatNumber } from '#shared/formats.ts';
import { auditStream } from '#server/features/credits/audit/audit.ts';
import { Replay } from '#server/features/credits/stream/replay.ts';
import { absolute, compare, type Bench, type BenchResult, type CompareOptions } from './bench.ts';
import { composeBenchFeatures } from './data/bench-features.ts';
import { withBenchDatabase, type BenchDatabase } from './data/database.ts';
import { growthDuring } from './growth.ts';
import { createHark } from './ledger/hark.ts';
import { measured, measuredCalls, type Sample } from './measure/sample.ts';
import { figureOf } from './measure/statistics.ts';

const EVENTS = 1_000_000;
const CALLERS = 64;
const ACCOUNT = 'account';
const EVENTS_A_SECOND = { atLeast: 20_000 };

/**
 * Audit and replay of one account's events, against a bare cursor over the same documents (=1.00), their events a second,
 * and how much the memory of the process grows. `--contacts=N` sets the number of events.
 */
export const benchAudit: Bench = (say, { contacts: events = EVENTS, rounds, limit }) =>
  withBenchDatabase('audit', async (database) => {
    say(`audit: ${formatNumber(events)} events are stored`);
    const hark = await createHark(database);
    await measuredCalls({ callers: CALLERS, total: events }, () => hark.append(ACCOUNT));
    await hark.close();
    return measure(database, events, { say, rounds, limit });
  });

async function measure(
  { connection }: BenchDatabase,
  events: number,
  options: CompareOptions,
): Promise<BenchResult[]> {
  const { credits } = composeBenchFeatures(connection);
  const audit = async (): Promise<void> => {
    const { events: audited, differences } = await auditStream(credits.audit.store, [], ACCOUNT);
    if (audited < events || differences.length > 0) throw new Error('The audit found differences.');
  };
  const replay = async (): Promise<void> => {
    const state = new Replay();
    for await (const event of credits.history.all(ACCOUNT)) state.apply(event);
  };
  const readAlone = async (): Promise<void> => {
    for await (const _ of connection.collection('credit_events').find({ streamId: ACCOUNT }));
  };
  const contenders = [
    { name: 'bare cursor', portion: () => measured(events, readAlone) },
    { name: 'audit', portion: () => measured(events, audit) },
    { name: 'replay', portion: () => measured(events, replay) },
  ];
  const bench = `${formatNumber(events)} events`;
  let speeds: BenchResult[] = [];
  const onSamples = (samples: readonly (readonly Sample[])[]): void => {
    speeds = ['audit', 'replay'].map((name, at) => ({
      ...absolute(bench, `${name}, events a second`, 0, { goal: EVENTS_A_SECOND }),
      ...speedOf(samples[at + 1] ?? []),
    }));
  };
  try {
    // Measured first, because the process rarely returns memory.
    const growth = await growthDuring(audit, () => process.memoryUsage.rss());
    const results = await compare(bench, contenders, { ...options, onSamples });
    const tooBusy = results[0]?.tooBusy;
    return [
      ...results,
      ...speeds.map((result) => ({ ...result, tooBusy })),
      absolute(bench, 'audit: growth of memory, MB', growth),
    ];
  } finally {
    await credits.close();
  }
}

function speedOf(samples: readonly Sample[]): Pick<BenchResult, 'ratio' | 'rounds'> {
  return { ratio: figureOf(samples.map(({ units, seconds }) => units / seconds)), rounds: samples.length };
}
