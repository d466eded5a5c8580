import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { deferred } from '#server/testing/fakes/deferred.ts';
import {
  database,
  jobsLeft,
  newJobs,
  POLLING,
  startWorker,
  useWorkers,
  workers,
} from './testing/test-workers.ts';

useWorkers();

describe('jobs', () => {
  it('of a worker that died are executed by another one when the lock has expired', async () => {
    const calls: string[] = [];
    const { queue } = await newJobs();
    await queue.run('c1');
    // The state that a worker killed during a run leaves behind.
    const jobs = database.connection.collection('jobs');
    const killed = { lockedAt: new Date(Date.now() - 6_500), nextRunAt: null, lastModifiedBy: 'dead' };
    await jobs.updateOne({ 'data.campaignId': 'c1' }, { $set: killed });
    await startWorker('successor', calls);
    await expect.poll(() => calls, POLLING).toEqual(['successor runs c1']);
    await expect.poll(jobsLeft, POLLING).toBe(0);
  });

  it('whose lock expires are aborted and executed once more', async () => {
    const [aborted, calls]: [boolean[], string[]] = [[], []];
    const lockLost = deferred();
    const { queue } = await startWorker('w', calls, {
      async runCampaign(campaignId, { signal, heartbeat }) {
        calls.push(campaignId);
        if (calls.length === 1) {
          await lockLost.promise;
          await heartbeat().finally(() => aborted.push(signal.aborted));
        } else lockLost.resolve();
      },
    });
    await queue.run('c1');
    await expect.poll(() => aborted, POLLING).toEqual([true]);
    await expect.poll(jobsLeft, POLLING).toBe(0);
    expect(calls).toEqual(['c1', 'c1']);
  });

  it.each(['ends', 'fails'] as const)(
    'that another worker has begun anew stay its own, also if the first worker %s late',
    async (end) => {
      const [entered, lost, taken] = [deferred(), deferred(), deferred()];
      const { queue } = await startWorker('w', [], {
        async runCampaign(_, { heartbeat }) {
          entered.resolve();
          await taken.promise;
          for (;;) {
            const isOwn = await heartbeat().then(
              () => true,
              () => false,
            );
            if (!isOwn) break;
            await new Promise(setImmediate);
          }
          lost.resolve();
          if (end === 'fails') throw new Error('the lock is lost');
        },
      });
      await queue.run('c1');
      await entered.promise;
      const jobs = database.connection.collection('jobs');
      // As after a pause of this process that was longer than its lock.
      const other = { lockedAt: new Date(), lastModifiedBy: 'another worker' };
      await jobs.updateOne({ 'data.campaignId': 'c1' }, { $set: other });
      taken.resolve();
      await lost.promise;
      await workers.pop()?.stop();
      expect(await jobs.find({ 'data.campaignId': 'c1' }).toArray()).toMatchObject([other]);
    },
  );

  it('that a stopping Agenda unlocks are executed by others', async () => {
    const calls: string[] = [];
    const { queue } = await newJobs();
    await queue.run('c1');
    // As Agenda unlocks what it has not begun.
    const jobs = database.connection.collection('jobs');
    await jobs.updateOne({ 'data.campaignId': 'c1' }, { $unset: { lockedAt: true } });
    await startWorker('w', calls);
    await expect.poll(() => calls, POLLING).toEqual(['w runs c1']);
  });

  it('that fail after their lock has expired are due again', async () => {
    const [entered, expired] = [deferred(), deferred()];
    let isAccurate = true;
    let changed: () => void = () => undefined;
    const errors = pino(
      { level: 'error' },
      { write: (line) => void (/canceled/.test(line) && expired.resolve()) },
    );
    const { queue } = await startWorker(
      'w',
      [],
      {
        async runCampaign() {
          entered.resolve();
          await expired.promise;
          throw new Error('the work could not be finished');
        },
      },
      {
        log: errors,
        clockCheck: {
          isAccurate: () => isAccurate,
          onChange: (listener) => void (changed = listener),
        },
      },
    );
    await queue.run('c1');
    await entered.promise;
    // It takes no jobs any more, this one neither.
    isAccurate = false;
    changed();
    const due = { 'data.campaignId': 'c1', lockedAt: null, nextRunAt: { $ne: null } };
    const jobs = database.connection.collection('jobs');
    await expect.poll(() => jobs.countDocuments(due), POLLING).toBe(1);
    expect(await jobsLeft()).toBe(1);
  });

  it('are aborted when the worker stops, and it waits for them to end', async () => {
    const calls: string[] = [];
    const worker = await startWorker('w', calls, {
      async runCampaign(campaignId, { signal }) {
        calls.push(`${campaignId} began`);
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        calls.push(`${campaignId} ended`);
      },
    });
    await worker.queue.run('c1');
    await expect.poll(() => calls, POLLING).toEqual(['c1 began']);
    await worker.stop();
    expect(calls).toEqual(['c1 began', 'c1 ended']);
    expect(await database.connection.collection('jobs').countDocuments({ lockedAt: { $ne: null } })).toBe(0);
  });

  it('that do not end before their worker stops are executed by another one', async () => {
    const calls: string[] = [];
    const ended = deferred();
    const worker = await startWorker('a', calls, {
      runCampaign: () => {
        calls.push('a began');
        return ended.promise;
      },
    });
    await worker.queue.run('c1');
    await expect.poll(() => calls, POLLING).toEqual(['a began']);
    await worker.stop();
    // At once: another worker need not wait for the lock to expire.
    const left = await database.connection.collection('jobs').findOne({ 'data.campaignId': 'c1' });
    expect(left).toMatchObject({ lockedAt: null, nextRunAt: expect.any(Date) as Date });
    await startWorker('b', calls);
    await expect.poll(() => calls, POLLING).toEqual(['a began', 'b runs c1']);
    ended.resolve();
  });

  it('that a stopping worker unlocks are announced to the others', async () => {
    const worker = await startWorker('w', []);
    const runs = () =>
      database.connection.collection('job_notices').countDocuments({ jobName: 'run-campaign' });
    const before = await runs();
    await worker.stop();
    expect(await runs()).toBe(before + 1);
  });
});
