import { compare, speedOf, type Bench, type BenchResult, type Contender } from './bench.ts';
import { withBenchDatabase, type BenchDatabase } from './database.ts';
import { createEmmett } from './ledger/emmett.ts';
import { createHark } from './ledger/hark.ts';
import type { LedgerContender } from './ledger/ledger-contender.ts';
import { createMedici } from './ledger/medici.ts';
import { peers as peerPackages } from './ledger/peers.ts';
import { createRaw } from './ledger/raw.ts';
import { createTwoProcesses } from './ledger/two-processes.ts';

const CALLERS = 64;
const ROUNDS = 9;
/** Appends per portion: enough to measure, few enough that a slow contender does not delay the others. */
const PORTION = { single: 1_500, concurrent: 4_000, slow: 64 };

/**
 * Events appended per second, against raw journaled inserts of the same documents at the same concurrency (=1.00).
 * The ledger runs in full: unique versions and keys, campaign index, request hash, hash chain, head checkpoints.
 */
export const benchLedger: Bench = (say) => withBenchDatabase('ledger', (database) => measure(database, say));

async function measure(database: BenchDatabase, say: (line: string) => void): Promise<BenchResult[]> {
  const hark = await createHark(database);
  const raw = await createRaw(database);
  const peers = (await peerPackages.prepare(say))
    ? [await createMedici(database), await createEmmett(database)]
    : [];
  const processes = await createTwoProcesses(database, CALLERS);
  const all = (callers: number, accounts: number, goal: number): Contender[] => [
    portionOf(raw, callers, accounts),
    { ...portionOf(hark, callers, accounts), goal: { atLeast: goal } },
    ...peers.map((peer) => portionOf(peer, callers, accounts)),
  ];
  try {
    say(`ledger: three kinds of work, ${String(ROUNDS)} rounds each`);
    return [
      ...(await compare('1 account, 1 caller', all(1, 1, 0.85), ROUNDS)),
      ...(await compare('64 accounts, 64 callers', all(CALLERS, CALLERS, 2.5), ROUNDS)),
      ...(await compare(
        '1 account, 64 callers',
        [
          ...all(CALLERS, 1, 2.5),
          {
            name: 'hark in two processes',
            goal: { atLeast: 1.2 },
            portion: () => processes.portion(PORTION.concurrent),
          },
        ],
        ROUNDS,
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
      speedOf({ callers, total }, (caller) => contender.append(`account-${String(caller % accounts)}`)),
  };
}
