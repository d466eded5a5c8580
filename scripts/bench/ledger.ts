import type { Connection } from 'mongoose';
import { withFeatures } from './data/hark-features.ts';
import { startChild, withDatabase } from './data/systems.ts';
import type { Bench, Contender } from './harness/bench.ts';
import { measured, measuredCalls } from './harness/sample.ts';
import { chargedAccounts } from './ledger/charged-accounts.ts';
import { openPeers } from './ledger/peers.ts';
import type { PortionOrder } from './ledger/hark-child.ts';

const CALLERS = 64;
const ROUNDS = 9;
/** Appends per portion: enough to measure, few enough that a slow contender does not delay the others. */
const PORTION = { single: 1_500, concurrent: 4_000, peer: 64 };

/** Callers, accounts that they append to in turn, and the goals of Hark. */
const WORKLOADS = [
  { name: '1 account, 1 caller', callers: 1, accounts: 1, speed: 0.85, time: 1.3 },
  { name: '64 accounts, 64 callers', callers: CALLERS, accounts: CALLERS, speed: 2.5, time: 2 },
  { name: '1 account, 64 callers', callers: CALLERS, accounts: 1, speed: 3, time: 2 },
];

/**
 * Events appended per second, against raw journaled inserts of the same documents at the same concurrency (=1.00).
 * The ledger runs in full: unique versions and keys, campaign index, request hash, hash chain, head checkpoints.
 * With `TMPDIR` on a RAM disk it shows what remains where the disk syncs at once.
 */
export const benchLedger: Bench = ({ say, compare, settings: { rounds = ROUNDS } }) =>
  withDatabase((database) =>
    withFeatures(database.connection, async ({ credits }) => {
      const hark = chargedAccounts(credits.ledger);
      const raw = await rawInserts(database.connection, hark);
      const peers = await openPeers(database, say);
      const start = () => startChild(new URL('ledger/hark-child.ts', import.meta.url), [database.uri]);
      const children = await Promise.all([start(), start()]);
      const order: PortionOrder = { callers: CALLERS / 2, total: PORTION.concurrent / 2 };
      const inTwo: Contender = {
        name: 'hark in two processes',
        goal: { atLeast: 1.5 },
        portion: () => measured(PORTION.concurrent, () => Promise.all(children.map(({ ask }) => ask(order)))),
      };
      try {
        for (const { name, callers, accounts, speed, time } of WORKLOADS) {
          const total = callers === 1 ? PORTION.single : PORTION.concurrent;
          const calls = (append: Append, total: number) =>
            measuredCalls({ callers, total }, (caller) => append(`account-${String(caller % accounts)}`));
          const ours = { name: 'hark', goal: { atLeast: speed }, timeGoal: { atMost: time } };
          const contenders = [
            { name: 'raw insertOne', portion: () => calls(raw, total) },
            { ...ours, portion: () => calls(hark, total) },
            ...peers.map((peer) => ({ ...peer, portion: () => calls(peer.append, PORTION.peer) })),
            ...(callers > accounts ? [inTwo] : []),
          ];
          await compare(name, contenders, rounds);
        }
      } finally {
        await Promise.all([...children.map(({ stop }) => stop()), ...peers.map(({ close }) => close())]);
      }
    }),
  );

type Append = (account: string) => Promise<unknown>;

/** The baseline: the driver inserting a similar document with the same durability and only the `_id` index. */
async function rawInserts(connection: Connection, hark: Append): Promise<Append> {
  await hark('sample');
  const stored = await connection.collection('credit_events').findOne({ streamId: 'sample', type: 'deduct' });
  const { _id, ...event } = stored ?? {};
  const collection = connection.collection('raw');
  return (account) => collection.insertOne({ ...event, streamId: account });
}
