import { toJobId } from 'agenda';
import { describe, expect, it } from 'vitest';
import { callContext, inContext } from '#server/platform/lib/observability/call-context.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { JobNotices } from './job-notices-store.ts';
import {
  database,
  jobsLeft,
  log,
  newJobs,
  POLLING,
  startWorker,
  useWorkers,
  workers,
} from './testing/test-workers.ts';

useWorkers();

describe('jobs', () => {
  it('enqueued in one process are executed in another and then removed', async () => {
    const calls: string[] = [];
    await startWorker('w', calls);
    const { queue } = await newJobs();
    await queue.run('c1');
    await queue.settle('c2');
    await queue.startAt('c3', new Date());
    await queue.notify('c4');
    await queue.advance('v1');
    const all = ['w advances v1', 'w notifies c4', 'w runs c1', 'w settles c2', 'w starts c3'];
    await expect.poll(() => [...calls].sort(), POLLING).toEqual(all);
    await expect.poll(jobsLeft, POLLING).toBe(0);
  });

  it('are executed once each by several concurrent workers', async () => {
    const calls: string[] = [];
    await Promise.all([startWorker('a', calls), startWorker('b', calls)]);
    const { queue } = await newJobs();
    const ids = Array.from({ length: 40 }, (_, index) => `c${String(index)}`);
    await Promise.all(ids.map((id) => queue.run(id)));
    await expect.poll(jobsLeft, POLLING).toBe(0);
    expect(calls.map((line) => line.split(' ')[2]).sort()).toEqual([...ids].sort());
  });

  it('run at their time, and a start at the last time it was scheduled for', async () => {
    const calls: string[] = [];
    const { queue } = await newJobs();
    await queue.startAt('c1', new Date(Date.now() + 3_600_000));
    await queue.startAt('c2', new Date(Date.now() + 3_600_000));
    await startWorker('w', calls);
    await queue.startAt('c1', new Date(Date.now() + 100));
    await expect.poll(() => calls, POLLING).toEqual(['w starts c1']);
    await expect.poll(jobsLeft, POLLING).toBe(1);
  });

  it('of a voice are enqueued once before they begin, and again for an earlier time', async () => {
    const calls: string[] = [];
    const { queue } = await newJobs();
    await queue.advance('v1', new Date(Date.now() + 3_600_000));
    for (const vid of ['v1', 'v2', 'v1', 'v2']) await queue.advance(vid);
    expect(await jobsLeft()).toBe(3);
    await startWorker('w', calls);
    await expect.poll(() => [...calls].sort(), POLLING).toEqual(['w advances v1', 'w advances v2']);
    await expect.poll(jobsLeft, POLLING).toBe(1);
  });

  it('are announced to the worker of the same process without its reader', async () => {
    // Without `connect`, nothing reads the notices.
    const notices = new JobNotices(database.connection, log, 'job_notices');
    const announced: string[] = [];
    notices.subscribe(({ jobName }) => void announced.push(jobName));
    const published = notices.publish({
      jobId: toJobId('1'),
      jobName: 'run-campaign',
      nextRunAt: new Date(),
      priority: 0,
      timestamp: new Date(),
    });
    expect(announced).toEqual(['run-campaign']);
    await published;
  });

  it('of a start never call the handler before its time', async () => {
    const at = new Date(Date.now() + 3_200);
    const startedAt: number[] = [];
    const { queue } = await startWorker('w', [], {
      startCampaign: () => Promise.resolve(void startedAt.push(Date.now())),
    });
    await queue.startAt('c1', at);
    await expect.poll(() => startedAt.length, POLLING).toBe(1);
    expect(startedAt[0]).toBeGreaterThanOrEqual(at.getTime());
  });

  it('of a start that an earlier version scheduled too early wait for their time, also if their worker stops', async () => {
    const calls: string[] = [];
    const at = new Date(Date.now() + 2_400);
    const { queue } = await newJobs();
    await queue.startAt('c1', at);
    const jobs = database.connection.collection('jobs');
    await jobs.updateOne({ 'data.campaignId': 'c1' }, { $set: { nextRunAt: new Date() } });
    const worker = await startWorker('a', calls);
    const taken = { 'data.campaignId': 'c1', lockedAt: { $ne: null } };
    await expect.poll(() => jobs.countDocuments(taken), POLLING).toBe(1);
    await worker.stop();
    expect(calls).toEqual([]);
    await startWorker('b', calls);
    await expect.poll(() => calls, POLLING).toEqual(['b starts c1']);
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime());
    await expect.poll(jobsLeft, POLLING).toBe(0);
  });

  it('of a running campaign are not enqueued again by `ensureRunning`', async () => {
    const calls: string[] = [];
    let finish: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { queue } = await startWorker('w', calls, {
      runCampaign: (campaignId) => {
        calls.push(campaignId);
        return running;
      },
    });
    await queue.ensureRunning('c1');
    await expect.poll(() => calls, POLLING).toEqual(['c1']);
    await queue.ensureRunning('c1');
    await queue.settle('c2');
    await expect.poll(() => calls.at(-1), POLLING).toBe('w settles c2');
    expect(calls.filter((line) => line === 'c1').length).toBe(1);
    finish();
  });

  it('that ended without being removed block no new run and are removed by a duty', async () => {
    const calls: string[] = [];
    const { queue } = await newJobs();
    const jobs = database.connection.collection('jobs');
    for (const [campaignId, agoMs] of [
      ['c1', 1_000],
      ['c2', 120_000],
    ] as const) {
      await queue.run(campaignId);
      const ended = { nextRunAt: null, lockedAt: null, lastRunAt: new Date(Date.now() - agoMs) };
      await jobs.updateOne({ 'data.campaignId': campaignId }, { $set: ended });
    }
    await queue.ensureRunning('c1');
    const worker = await startWorker('w', calls);
    await worker.recur([]);
    await expect.poll(() => calls, POLLING).toEqual(['w runs c1']);
    await expect.poll(() => jobs.countDocuments({ 'data.campaignId': 'c2' }), POLLING).toBe(0);
  });

  it('that continue a run later are enqueued once', async () => {
    const { queue } = await newJobs();
    const later = new Date(Date.now() + 3_600_000);
    await queue.run('c1');
    // As if a worker were executing it.
    const jobs = database.connection.collection('jobs');
    await jobs.updateOne({ 'data.campaignId': 'c1' }, { $set: { lockedAt: new Date(), nextRunAt: null } });
    await queue.continueRun('c1', later);
    await queue.continueRun('c1', later);
    await queue.ensureRunning('c1');
    expect(await jobs.countDocuments({ 'data.campaignId': 'c1' })).toBe(2);
  });

  it('that continue a run are enqueued again for an earlier time, and not for a later one', async () => {
    const { queue } = await newJobs();
    const [first, later] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000));
    for (const at of [later, first, later]) await queue.continueRun('c1', at);
    expect(await jobsLeft()).toBe(2);
  });

  it('of a settlement are enqueued once until it begins; one for a later time is separate', async () => {
    const { queue } = await newJobs();
    const later = new Date(Date.now() + 3_600_000);
    for (let n = 0; n < 5; n += 1) {
      await queue.settle('a', later);
      await queue.settle('a');
    }
    await queue.settle('b');
    expect(await jobsLeft()).toBe(3);
    const calls: string[] = [];
    await startWorker('w', calls);
    await expect.poll(() => [...calls].sort(), POLLING).toEqual(['w settles a', 'w settles b']);
  });

  it('of a private queue are executed by no other process before it stops', async () => {
    const calls: string[] = [];
    await startWorker('other', calls);
    const own = await startWorker('own', calls, {}, { privateQueue: true });
    await own.queue.run('a');
    await expect.poll(() => calls, POLLING).toEqual(['own runs a']);
    const soon = new Date(Date.now() + 4_000);
    await own.queue.startAt('later', soon);
    await own.stop();
    workers.pop();
    await expect.poll(() => calls, POLLING).toEqual(['own runs a', 'other starts later']);
    expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
  });

  it('of long campaign runs do not block jobs of other kinds', async () => {
    const calls: string[] = [];
    const finish = deferred();
    let maxConcurrent = 0;
    let concurrent = 0;
    const { queue } = await startWorker('w', calls, {
      async runCampaign(campaignId, { heartbeat }) {
        concurrent += 1;
        maxConcurrent = Math.max(maxConcurrent, concurrent);
        const timer = setInterval(() => void heartbeat(), 500);
        await finish.promise;
        clearInterval(timer);
        concurrent -= 1;
        calls.push(`ran ${campaignId}`);
      },
    });
    const ids = Array.from({ length: 60 }, (_, index) => `c${String(index)}`);
    await Promise.all(ids.map((id) => queue.run(id)));
    await expect.poll(() => concurrent, POLLING).toBe(50);
    await queue.settle('s');
    await queue.startAt('t', new Date());
    await expect.poll(() => [...calls].sort(), POLLING).toEqual(['w settles s', 'w starts t']);
    finish.resolve();
    await expect.poll(() => calls.length, POLLING).toBe(2 + ids.length);
    expect(maxConcurrent).toBe(50);
  });

  it('that keep failing are retried three times, then removed, and block no others', async () => {
    const calls: string[] = [];
    let failures = 0;
    const { queue } = await startWorker('w', calls, {
      runCampaign: () => {
        failures += 1;
        return Promise.reject(new Error('no'));
      },
    });
    await queue.run('c1');
    await queue.settle('c2');
    await expect.poll(() => calls, POLLING).toEqual(['w settles c2']);
    await expect.poll(() => failures, POLLING).toBe(4);
    await expect.poll(jobsLeft, POLLING).toBe(0);
  });

  it('that fail once are retried soon after', async () => {
    const calls: string[] = [];
    let down = true;
    const { queue } = await startWorker('w', calls, {
      runCampaign: (campaignId) => {
        if (!down) return Promise.resolve(void calls.push(campaignId));
        down = false;
        return Promise.reject(new Error('the database is down'));
      },
    });
    await queue.run('c1');
    await expect.poll(() => calls, POLLING).toEqual(['c1']);
    await expect.poll(jobsLeft, POLLING).toBe(0);
  });

  it('have the id of the request that has enqueued them', async () => {
    const ids: (string | undefined)[] = [];
    const worker = await startWorker('w', [], {
      runCampaign: () => Promise.resolve(void ids.push(callContext()?.requestId)),
    });
    await inContext({ requestId: 'request-1' }, () => worker.queue.run('c1'));
    await expect.poll(() => ids, POLLING).toEqual(['request-1']);
  });
});
