import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from '../data/database.ts';

/** The account that both processes append to. */
export const SHARED_ACCOUNT = 'account-shared';

/** Request to a process: append so many events with so many callers. It replies when done. */
export interface PortionOrder {
  callers: number;
  total: number;
}

/** Two processes with a ledger each on one account; callers and work are split between them. */
export async function createTwoProcesses({ uri }: BenchDatabase, callers: number) {
  const script = fileURLToPath(new URL('hark-child.ts', import.meta.url));
  const children = [1, 2].map(() => fork(script, [uri], { execArgv: ['--import', 'tsx'] }));
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    /** Appends so many events in both together. */
    async append(total: number): Promise<void> {
      const order = { callers: callers / children.length, total: total / children.length };
      await Promise.all(children.map((child) => carryOut(child, order)));
    },
    async close(): Promise<void> {
      const ended = children.map((child) => once(child, 'exit'));
      for (const child of children) child.disconnect();
      await Promise.all(ended);
    },
  };
}

async function carryOut(child: ChildProcess, order: PortionOrder): Promise<void> {
  child.send(order);
  await once(child, 'message');
}
