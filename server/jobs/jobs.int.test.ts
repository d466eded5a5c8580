import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createJobs, type JobHandlers, type Jobs } from './jobs.ts';

const log = pino({ level: 'silent' });
const PATIENT = { timeout: 28_000, interval: 20 };

let database: TestDatabase;
let connections: Connection[];
let workers: Jobs[];

beforeEach(async () => {
  database = await testDatabase();
  connections = [];
  workers = [];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all(connections.map((connection) => connection.close()));
  await database.stop();
});

/** The queue as another process sees it. */
async function newJobs(): Promise<Jobs> {
  const connection = await mongoose.createConnection(database.uri).asPromise();
  connections.push(connection);
  return createJobs({ connection, log, clock: systemClock });
}

/** A worker that notes what it was asked; `handlers` take the place of its own. */
async function startWorker(
  name: string,
  asked: string[],
  handlers: Partial<JobHandlers> = {},
): Promise<Jobs> {
  const jobs = await newJobs();
  const note = (what: string) => (campaignId: string) => {
    asked.push(`${name} ${what} ${campaignId}`);
    return Promise.resolve();
  };
  await jobs.start({
    startCampaign: note('starts'),
    runCampaign: note('runs'),
    settleCampaign: note('settles'),
    notifyOwner: note('notifies'),
    scan: () => Promise.resolve(),
    cleanUp: () => Promise.resolve(),
    ...handlers,
  });
  workers.push(jobs);
  return jobs;
}

const jobsLeft = () =>
  database.connection.collection('jobs').countDocuments({ 'data.campaignId': { $exists: true } });

describe('jobs', () => {
  it('asked for in one process are done in another, and leave nothing behind', async () => {
    const asked: string[] = [];
    await startWorker('w', asked);
    const { queue } = await newJobs();
    await queue.run('c1');
    await queue.settle('c2');
    await queue.startAt('c3', new Date());
    await queue.notify('c4');
    const all = ['w notifies c4', 'w runs c1', 'w settles c2', 'w starts c3'];
    await expect.poll(() => [...asked].sort(), PATIENT).toEqual(all);
    await expect.poll(jobsLeft, PATIENT).toBe(0);
  });

  it('are done once each, whoever of several workers takes them', async () => {
    const asked: string[] = [];
    await Promise.all([startWorker('a', asked), startWorker('b', asked)]);
    const { queue } = await newJobs();
    const ids = Array.from({ length: 40 }, (_, index) => `c${String(index)}`);
    await Promise.all(ids.map((id) => queue.run(id)));
    await expect.poll(jobsLeft, PATIENT).toBe(0);
    expect(asked.map((line) => line.split(' ')[2]).sort()).toEqual([...ids].sort());
  });

  it('wait for their time; the latest time given for a start counts', async () => {
    const asked: string[] = [];
    const { queue } = await newJobs();
    await queue.startAt('c1', new Date(Date.now() + 3_600_000));
    await queue.startAt('c2', new Date(Date.now() + 3_600_000));
    await startWorker('w', asked);
    await queue.startAt('c1', new Date(Date.now() + 100));
    await expect.poll(() => asked, PATIENT).toEqual(['w starts c1']);
    await expect.poll(jobsLeft, PATIENT).toBe(1);
  });

  it('that start something never do so before its time', async () => {
    const at = new Date(Date.now() + 3_200);
    const begun: number[] = [];
    const { queue } = await startWorker('w', [], {
      startCampaign: () => Promise.resolve(void begun.push(Date.now())),
    });
    await queue.startAt('c1', at);
    await expect.poll(() => begun.length, PATIENT).toBe(1);
    expect(begun[0]).toBeGreaterThanOrEqual(at.getTime());
  });

  it('that a worker waits to start when it stops are started by another one', async () => {
    const asked: string[] = [];
    const worker = await startWorker('a', asked);
    await worker.queue.startAt('c1', new Date(Date.now() + 2_400));
    const taken = { 'data.campaignId': 'c1', lockedAt: { $ne: null } };
    await expect.poll(() => database.connection.collection('jobs').countDocuments(taken), PATIENT).toBe(1);
    await worker.stop();
    expect(asked).toEqual([]);
    await startWorker('b', asked);
    await expect.poll(() => asked, PATIENT).toEqual(['b starts c1']);
    await expect.poll(jobsLeft, PATIENT).toBe(0);
  });

  it('that are running already are not asked for twice by the scan', async () => {
    const asked: string[] = [];
    let finish: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { queue } = await startWorker('w', asked, {
      runCampaign: (campaignId) => {
        asked.push(campaignId);
        return running;
      },
    });
    await queue.ensureRunning('c1');
    await expect.poll(() => asked, PATIENT).toEqual(['c1']);
    await queue.ensureRunning('c1');
    await queue.settle('c2');
    await expect.poll(() => asked.at(-1), PATIENT).toBe('w settles c2');
    expect(asked.filter((line) => line === 'c1').length).toBe(1);
    finish();
  });

  it('that have ended and were not removed stand in nobody’s way, and are removed in time', async () => {
    const asked: string[] = [];
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
    await startWorker('w', asked);
    await expect.poll(() => asked, PATIENT).toEqual(['w runs c1']);
    await expect.poll(() => jobs.countDocuments({ 'data.campaignId': 'c2' }), PATIENT).toBe(0);
  });

  it('that go on later are one, however often that is asked for', async () => {
    const { queue } = await newJobs();
    const later = new Date(Date.now() + 3_600_000);
    await queue.run('c1');
    // As a worker that is at it sees its own.
    const jobs = database.connection.collection('jobs');
    await jobs.updateOne({ 'data.campaignId': 'c1' }, { $set: { lockedAt: new Date(), nextRunAt: null } });
    await queue.goOn('c1', later);
    await queue.goOn('c1', later);
    await queue.ensureRunning('c1');
    expect(await jobs.countDocuments({ 'data.campaignId': 'c1' })).toBe(2);
  });

  it('that settle are one while nobody has begun it; a settlement for later is another', async () => {
    const { queue } = await newJobs();
    const later = new Date(Date.now() + 3_600_000);
    for (let n = 0; n < 5; n += 1) {
      await queue.settle('a', later);
      await queue.settle('a');
    }
    await queue.settle('b');
    expect(await jobsLeft()).toBe(3);
    const asked: string[] = [];
    await startWorker('w', asked);
    await expect.poll(() => [...asked].sort(), PATIENT).toEqual(['w settles a', 'w settles b']);
  });

  it('of a process that works off its own alone are done by no other before it stops', async () => {
    const connection = await mongoose.createConnection(database.uri).asPromise();
    connections.push(connection);
    const own = createJobs({ connection, log, clock: systemClock, onlyOwn: true });
    const asked: string[] = [];
    await startWorker('other', asked);
    const note = (id: string) => Promise.resolve(void asked.push(`own ${id}`));
    const nothing = () => Promise.resolve();
    await own.start({
      startCampaign: note,
      runCampaign: note,
      settleCampaign: note,
      notifyOwner: note,
      scan: () => Promise.resolve(void asked.push('own scan')),
      cleanUp: nothing,
    });
    await own.queue.run('a');
    await expect.poll(() => asked, PATIENT).toEqual(['own a']);
    const soon = new Date(Date.now() + 4_000);
    await own.queue.startAt('later', soon);
    await own.stop();
    await expect.poll(() => asked, PATIENT).toEqual(['own a', 'other starts later']);
    expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
  });

  it('of campaigns that take long keep no others from being done', async () => {
    const asked: string[] = [];
    const over = deferred();
    let most = 0;
    let under = 0;
    const { queue } = await startWorker('w', asked, {
      async runCampaign(campaignId, { heartbeat }) {
        under += 1;
        most = Math.max(most, under);
        const life = setInterval(() => void heartbeat(), 500);
        await over.promise;
        clearInterval(life);
        under -= 1;
        asked.push(`ran ${campaignId}`);
      },
    });
    const ids = Array.from({ length: 60 }, (_, index) => `c${String(index)}`);
    await Promise.all(ids.map((id) => queue.run(id)));
    await expect.poll(() => under, PATIENT).toBe(50);
    await queue.settle('s');
    await queue.startAt('t', new Date());
    await expect.poll(() => [...asked].sort(), PATIENT).toEqual(['w settles s', 'w starts t']);
    over.resolve();
    await expect.poll(() => asked.length, PATIENT).toBe(2 + ids.length);
    expect(most).toBe(50);
  });

  it('of a worker that has died are done by another one when its lock has expired', async () => {
    const asked: string[] = [];
    const { queue } = await newJobs();
    await queue.run('c1');
    // As a worker leaves it that was killed in mid-run.
    const jobs = database.connection.collection('jobs');
    const killed = { lockedAt: new Date(Date.now() - 6_500), nextRunAt: null, lastModifiedBy: 'dead' };
    await jobs.updateOne({ 'data.campaignId': 'c1' }, { $set: killed });
    await startWorker('heir', asked);
    await expect.poll(() => asked, PATIENT).toEqual(['heir runs c1']);
    await expect.poll(jobsLeft, PATIENT).toBe(0);
  });

  it('that fail are asked for again a few times, are gone then, and hold nobody up', async () => {
    const asked: string[] = [];
    let failures = 0;
    const { queue } = await startWorker('w', asked, {
      runCampaign: () => {
        failures += 1;
        return Promise.reject(new Error('no'));
      },
    });
    await queue.run('c1');
    await queue.settle('c2');
    await expect.poll(() => asked, PATIENT).toEqual(['w settles c2']);
    await expect.poll(() => failures, PATIENT).toBe(4);
    await expect.poll(jobsLeft, PATIENT).toBe(0);
  });

  it('that ran out of their lock end where they are, and are done once more', async () => {
    const [aborted, asked]: [boolean[], string[]] = [[], []];
    const takenOver = deferred();
    const { queue } = await startWorker('w', asked, {
      async runCampaign(campaignId, { signal, heartbeat }) {
        asked.push(campaignId);
        if (asked.length === 1) {
          await takenOver.promise;
          await heartbeat().finally(() => aborted.push(signal.aborted));
        } else takenOver.resolve();
      },
    });
    await queue.run('c1');
    await expect.poll(() => aborted, PATIENT).toEqual([true]);
    await expect.poll(jobsLeft, PATIENT).toBe(0);
    expect(asked).toEqual(['c1', 'c1']);
  });

  it('that fail once are done soon after', async () => {
    const asked: string[] = [];
    let down = true;
    const { queue } = await startWorker('w', asked, {
      runCampaign: (campaignId) => {
        if (!down) return Promise.resolve(void asked.push(campaignId));
        down = false;
        return Promise.reject(new Error('the database is away'));
      },
    });
    await queue.run('c1');
    await expect.poll(() => asked, PATIENT).toEqual(['c1']);
    await expect.poll(jobsLeft, PATIENT).toBe(0);
  });

  it('are told when the worker stops, and it waits for them', async () => {
    const asked: string[] = [];
    const worker = await startWorker('w', asked, {
      async runCampaign(campaignId, { signal }) {
        asked.push(`${campaignId} began`);
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        asked.push(`${campaignId} ended`);
      },
    });
    await worker.queue.run('c1');
    await expect.poll(() => asked, PATIENT).toEqual(['c1 began']);
    await worker.stop();
    expect(asked).toEqual(['c1 began', 'c1 ended']);
    expect(await database.connection.collection('jobs').countDocuments({ lockedAt: { $ne: null } })).toBe(0);
  });
});
