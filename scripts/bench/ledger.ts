import { compare, type Bench, type BenchResult, type CompareOptions, type Contender } from './bench.ts';
import { withBenchDatabase, type BenchDatabase } from './data/database.ts';
import { createEmmett } from './ledger/emmett.ts';
import { createHark } from './ledger/hark.ts';
import type { LedgerContender } from './ledger/ledger-contender.ts';
import { createMedici } from './ledger/medici.ts';
import { peers as peerPackages } from './ledger/peers.ts';
import { createRaw, createRawWithIndexes } from './ledger/raw.ts';
import { createTwoProcesses } from './ledger/two-processes.ts';
import { measured, measuredCalls } from './measure/sample.ts';

const CALLERS = 64;
const ROUNDS = 9;
/** Processor time for an append. */
const TIME_GOAL = { atMost: 2 };
/** Appends per portion: enough to measure, few enough that a slow contender does not delay the others. */
const PORTION = { single: 1_500, concurrent: 4_000, slow: 64 };

/**
 * Events appended per second, against raw journaled inserts of the same documents at the same concurrency (=1.00).
 * The ledger runs in full: unique versions and keys, campaign index, request hash, hash chain, head checkpoints.
 * With `TMPDIR` on a RAM disk it shows what remains where the disk syncs at once.
 */
export const benchLedger: Bench = (say, { rounds = ROUNDS, limit }) =>
  withBenchDatabase('ledger', (database) => measure(database, { say, rounds, limit }));

async function measure(database: BenchDatabase, options: CompareOptions): Promise<BenchResult[]> {
  const hark = await createHark(database);
  const raw = await createRaw(database);
  const rawWithIndexes = await createRawWithIndexes(database);
  const peers = (await peerPackages.prepare(options.say))
    ? [await createMedici(database), await createEmmett(database)]
    : [];
  const processes = await createTwoProcesses(database, CALLERS);
  const all = (callers: number, accounts: number, goal: number): Contender[] => [
    portionOf(raw, callers, accounts),
    { ...portionOf(hark, callers, accounts), goal: { atLeast: goal }, timeGoal: TIME_GOAL },
    ...peers.map((peer) => portionOf(peer, callers, accounts)),
  ];
  try {
    return [
      ...(await compare(
        '1 account, 1 caller',
        [...all(1, 1, 0.85), portionOf(rawWithIndexes, 1, 1)],
        options,
      )),
      ...(await compare('64 accounts, 64 callers', all(CALLERS, CALLERS, 2.5), options)),
      ...(await compare(
        '1 account, 64 callers',
        [
          ...all(CALLERS, 1, 3),
          {
            name: 'hark in two processes',
            goal: { atLeast: 1.5 },
            portion: () => measured(PORTION.concurrent, () => processes.append(PORTION.concurrent)),
          },
        ],
        options,
      )),
    ];
  } finally {
    await Promise.all([hark, processes, ...peers].map((one) => one.close()));
  }
}

function portionOf(contender: LedgerContender, callers: number, accounts: number): Contender {
  const total = contender.slow ? PORTION.slow : callers === 1 ? PORTION.single : PORTION.concurrent;
  return {
    name: contender.name,
    portion: () =>
      measuredCalls({ callers, total }, (caller) => contender.append(`account-${String(caller % accounts)}`)),
  };
}
