import type { Connection } from 'mongoose';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { accountFactories } from './filled-accounts.ts';
import { billingFactories } from './filled-billing.ts';
import { callingFactories } from './filled-calling.ts';
import { campaignFactories } from './filled-campaigns.ts';
import { dropFactories } from './filled-drops.ts';
import { listFactories } from './filled-lists.ts';
import { voiceFactories } from './filled-voices.ts';
import { webhookFactories } from './filled-webhooks.ts';
import { CAMPAIGN, halfOf, KNOWN, type Factories } from './known-ids.ts';

/** Size of the test data: a few documents of every state, and completed ones up to the requested size. */
export interface Filling {
  /** Documents per collection. */
  size: number;
  now: Date;
}

/** Fills the collections of all stores, except for the credit events, which only the ledger writes. */
export async function fillDatabase(connection: Connection, { size, now }: Filling): Promise<void> {
  const at = (offset: number) => new Date(now.getTime() + offset);
  const factories: Factories = {
    ...accountFactories(at),
    ...billingFactories(at, size),
    ...callingFactories(at),
    ...campaignFactories(at),
    ...dropFactories(at),
    ...listFactories(at),
    ...voiceFactories(at),
    ...webhookFactories(at),
    migrations: (i) => ({ _id: i, name: `migration ${String(i)}`, checksum: 'c', startedAt: at(-HOUR_MS) }),
    processes: (i) => ({
      _id: `process-${String(i)}`,
      role: 'web',
      host: 'h',
      pid: i,
      version: 2,
      working: true,
      signsWith: 's',
      startedAt: at(-DAY_MS),
      seenAt: at(i < KNOWN ? -1_000 : -HOUR_MS),
    }),
    upkeep: (i) => ({ _id: ['backup', 'audit'][i] ?? `other-${String(i)}`, at: at(-DAY_MS), differences: 0 }),
    object_sweeps: (i) => ({
      _id: i === 0 ? 'objects' : `sweep-${String(i)}`,
      database: 'd',
      dueAt: at(-HOUR_MS),
    }),
    jobs: (i) => ({
      name: i < 5 ? 'settle-campaign' : 'start-campaign',
      data: { campaignId: `c-${String(i)}` },
      priority: 0,
      nextRunAt: i < 5 ? null : at(DAY_MS),
      lockedAt: i >= 5 && i < 10 ? at(0) : null,
      lastModifiedBy: i >= 5 && i < 10 ? 'this-worker' : `worker-${String(i % 3)}`,
      lastRunAt: at(-HOUR_MS),
    }),
  };
  for (const [name, make] of Object.entries(factories)) {
    await connection.collection(name).insertMany(Array.from({ length: size }, (_, i) => make(i)));
  }
}

/** Adds events that the ledger did not write, and job notices: for lookups, not for parsing. */
export async function fillUnreadable(connection: Connection, size: number): Promise<void> {
  const events = Array.from({ length: size }, (_, i) => {
    const streamId = halfOf(i, 's');
    const version = i + KNOWN;
    return {
      _id: `${streamId}:${String(version).padStart(10, '0')}`,
      streamId,
      version,
      key: `deduct:${String(i)}`,
      type: 'deduct',
      campaignId: i % 4 === 0 ? CAMPAIGN : `c-${String(Math.floor(i / 20))}`,
    };
  });
  await connection.collection<{ _id: string }>('credit_events').insertMany(events);
  await connection.createCollection('job_notices', { capped: true, size: 16 * 1024 * 1024 });
  await connection.collection('job_notices').insertMany(events.map(({ version }) => ({ version })));
}
