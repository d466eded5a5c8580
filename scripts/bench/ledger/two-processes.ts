import { startChild, type BenchDatabase } from '../data/systems.ts';

/** The account that both processes append to. */
export const SHARED_ACCOUNT = 'account-shared';

/** Request to a process: append so many events with so many callers. It replies when done. */
export interface PortionOrder {
  callers: number;
  total: number;
}

/** Two processes with a ledger each on one account; callers and work are split between them. */
export async function createTwoProcesses({ uri }: BenchDatabase, callers: number) {
  const start = () => startChild(new URL('hark-child.ts', import.meta.url), [uri]);
  const children = await Promise.all([start(), start()]);
  return {
    /** Appends so many events in both together. */
    append(total: number) {
      const order: PortionOrder = { callers: callers / children.length, total: total / children.length };
      return Promise.all(children.map(({ ask }) => ask(order)));
    },
    close: () => Promise.all(children.map(({ stop }) => stop())),
  };
}
