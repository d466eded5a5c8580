import { afterAll, beforeAll, expect, test } from 'vitest';
import { utcDay } from '#shared/drop-schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { COUNTRY_ZONES } from '#shared/calling/state-zones.ts';
import { readWindowKey } from '#shared/calling/window-class.ts';
import { DEFAULT_HOURS, type CallingHours } from '#shared/schemas/calling/calling.ts';
import type { ClaimDocument } from '#server/features/drops/claims/claim-store.ts';
import { keysExpireAt } from '#server/features/drops/claims/claim-times.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { scan } from '#server/features/drops/reconcile.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import type { Placement, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { randomInteger, seededRandom, type Random } from '#server/testing/crash/seeded-random.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { FULL } from '#server/testing/full.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const CAMPAIGNS = FULL ? 60 : 8;
/** Random events before the campaign is left to itself, and runs until all of its contacts are called. */
const [EVENTS, RUNS] = [25, 200];
const WINDOWS = [
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/Chicago,America/New_York',
  'America/Los_Angeles,America/New_York',
  'America/New_York|FL',
  'America/Chicago|TX',
  '*',
];
/** Nights in which clocks change, and others. */
const STARTS = [
  '2027-03-14T05:30:00Z',
  '2027-11-07T05:30:00Z',
  '2027-07-04T23:00:00Z',
  '2027-01-12T10:00:00Z',
];
const HOURS: (CallingHours | undefined)[] = [
  undefined,
  { from: '08:00', to: '21:00', days: [1, 2, 3, 4, 5, 6, 7] },
  { from: '10:00', to: '12:30', days: [1, 2, 3, 4, 5, 6, 7] },
  { from: '09:00', to: '13:30', days: [2, 6, 7] },
];

/** A request to the carrier. */
interface Request {
  attemptId: string;
  at: Date;
}

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;
let random: Random;
let requests: Request[];
let accepted: Set<string>;

beforeAll(async () => {
  system = await startTestSystem();
  clock = createTestClock(new Date(STARTS[0] ?? ''));
  node = await system.startNode({
    clock,
    callingHours: 'enforce',
    carrier: unreliable,
    drops: {
      retryDelaysMs: [],
      reportDeadlineMs: 1_000 * DAY_MS,
      sliceMs: 10 * DAY_MS,
      batchSize: 5,
      concurrency: 2,
    },
  });
});

afterAll(() => system.stop());

const oneOf = <T>(items: readonly T[]): T => items[randomInteger(random, items.length)] as T;

/** Takes a while for each call; some responses are lost before or after the call was accepted. */
function unreliable(real: VoicemailCarrier): VoicemailCarrier {
  return {
    ...real,
    place({ attemptId }): Promise<Placement> {
      requests.push({ attemptId, at: clock.now() });
      clock.advance(randomInteger(random, 4_000));
      const kind = oneOf(['accepted', 'accepted', 'accepted', 'lost before', 'lost after'] as const);
      if (kind !== 'lost before') accepted.add(attemptId);
      return Promise.resolve(kind === 'accepted' ? { kind, messageId: attemptId } : { kind: 'unknown' });
    },
  };
}

/** Returns dependencies of a worker that dies after a number of steps: none of its later steps ends. */
function mortal(steps: number): { deps: DropsDeps; died: Promise<void> } {
  let left = steps;
  let die: () => void = () => undefined;
  const died = new Promise<void>((resolve) => (die = resolve));
  const around = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          left -= 1;
          if (left >= 0) return Reflect.apply(value, target, args);
          die();
          return new Promise(() => undefined);
        };
      },
    });
  const { campaigns, claims, calls, results, callLog, doNotCall, jobs, carrier } = node.engine;
  const parts = { campaigns, claims, calls, results, callLog, doNotCall, jobs, carrier };
  const dying = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, around(part)]));
  return { deps: { ...node.engine, ...(dying as typeof parts) }, died };
}

/** A last day some days ahead, or none. */
function someLastDay(): string | undefined {
  const days = oneOf([undefined, undefined, 0, 1, 2, 4]);
  return days === undefined ? undefined : utcDay(new Date(clock.now().getTime() + days * DAY_MS));
}

async function sending(
  windows: readonly string[],
  hours: CallingHours | undefined,
  lastDay: string | undefined,
): Promise<string> {
  const draft = {
    ...draftOf(user, deliverableContacts(windows.length)),
    calling_hours: hours,
    drop_date: '',
  };
  const { campaign } = await node.as(user).create(draft);
  const contacts = node.connection.collection('contacts');
  for (const [index, window] of windows.entries())
    await contacts.updateOne({ campaignId: campaign.id, seq: index + 1 }, { $set: { window } });
  const campaigns = node.connection.collection('campaigns');
  if (lastDay !== undefined) await campaigns.updateOne({ _id: campaign.id as never }, { $set: { lastDay } });
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}

/** Returns when the next run is queued, after a scan. */
async function nextRun(id: string): Promise<Date> {
  await scan(node.engine);
  const jobs = node.connection.collection('jobs').find({ name: 'run-campaign', 'data.campaignId': id });
  const due = (await jobs.toArray()).map(({ nextRunAt }) => (nextRunAt as Date).getTime());
  return new Date(Math.min(...due, clock.now().getTime() + 15 * DAY_MS));
}

async function runQueued(
  id: string,
  worker: DropsDeps = node.engine,
  died = new Promise<void>(() => undefined),
) {
  await node.connection.collection('jobs').deleteMany({ 'data.campaignId': id });
  await Promise.race([runCampaign(worker, id, BUSY), died]);
}

const forwardTo = (time: Date) => {
  clock.advance(Math.max(0, time.getTime() - clock.now().getTime()));
};

async function happen(id: string): Promise<void> {
  const event = oneOf(['run', 'run', 'kill', 'pause', 'wait', 'next', 'scan'] as const);
  if (event === 'run') await runQueued(id);
  if (event === 'kill') {
    const { deps, died } = mortal(randomInteger(random, 60));
    await runQueued(id, deps, died);
  }
  if (event === 'wait') clock.advance(randomInteger(random, 3 * HOUR_MS));
  if (event === 'next') forwardTo(await nextRun(id));
  if (event === 'scan') await scan(node.engine);
  if (event === 'pause' && (await node.as(user).status({ id })).status === 'Sending') {
    await node.as(user).pause({ id });
    clock.advance(randomInteger(random, HOUR_MS));
    await node.as(user).resume({ id });
  }
}

const attemptOf = (id: string, n: number) => `${id}-${String(n + 1)}-1`;

const rowsOf = (id: string) =>
  node.connection.collection('contacts').find({ campaignId: id }).sort({ seq: 1 }).toArray();

/** Lets workers run at their times until no call is left to place. */
async function complete(id: string): Promise<void> {
  for (let n = 0; n < RUNS; n += 1) {
    const open = { campaignId: id, state: { $in: ['claiming', 'placing'] } };
    const isPlacing = (await node.connection.collection('claims').countDocuments(open)) > 0;
    if (!isPlacing && !(await node.engine.calls.has(id, ['pending']))) return;
    if ((await node.as(user).status({ id })).status === 'Paused') await node.as(user).resume({ id });
    // The scan every 30 seconds finds what dead workers left.
    forwardTo(new Date(Math.min((await nextRun(id)).getTime(), clock.now().getTime() + HOUR_MS)));
    clock.advance(MINUTE_MS / 2);
    await runQueued(id);
  }
}

/** Whether it is within the hours in every zone, by Intl alone. */
function isWithin(
  window: string,
  { from, to, days }: Pick<CallingHours, 'from' | 'to'> & { days: readonly number[] },
  at: Date,
) {
  const { zones } = readWindowKey(window);
  return (zones.length === 0 ? COUNTRY_ZONES : zones).every((timeZone) => {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(at);
    const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
    const time = `${part('hour')}:${part('minute')}`;
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1;
    return time >= from && time < to && days.includes(day);
  });
}

/** Whether a day is not over in any zone, by Intl alone. */
function isBy(lastDay: string | undefined, window: string, at: Date): boolean {
  const { zones } = readWindowKey(window);
  return (zones.length === 0 ? COUNTRY_ZONES : zones).every(
    (timeZone) =>
      lastDay === undefined ||
      new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at) <= lastDay,
  );
}

/** Whether a class could not be called any more at a time, but for what is left of an opening. */
function isOverAt(window: string, hours: CallingHours | undefined, at: Date, lastDay: string | undefined) {
  const { calendar } = node.engine;
  const next = calendar.nextOpening(window, hours, at, lastDay);
  const closing = next && calendar.openUntil(window, hours, next, lastDay);
  return next === undefined || closing === undefined || closing.getTime() - next.getTime() < MINUTE_MS;
}

/** Whether the keys of a claim whose worker died expire about when its contacts may be called again, or before. */
function isLostWithWorker(
  window: string,
  hours: CallingHours | undefined,
  lastDay: string | undefined,
  claim?: ClaimDocument,
): boolean {
  const { calendar } = node.engine;
  const closing = claim && calendar.openUntil(window, hours, claim.firstClaimedAt);
  const next = closing && calendar.nextOpening(window, hours, closing, lastDay);
  if (claim !== undefined && next === undefined) return lastDay !== undefined;
  if (claim === undefined || next === undefined) return false;
  return keysExpireAt(claim).getTime() < next.getTime() + 3 * HOUR_MS;
}

test.each(Array.from({ length: CAMPAIGNS }, () => Math.floor(Math.random() * 2 ** 31)))(
  'no call is placed outside any zone’s hours or after the last day, and every contact that can be called is (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    random = seededRandom(seed);
    requests = [];
    accepted = new Set();
    user = await node.subscriber('dominate');
    forwardTo(
      new Date(
        Math.max(new Date(oneOf(STARTS)).getTime(), clock.now().getTime() + randomInteger(random, DAY_MS)),
      ),
    );
    const windows = Array.from({ length: 4 + randomInteger(random, 8) }, () => oneOf(WINDOWS));
    const hours = oneOf(HOURS);
    const lastDay = someLastDay();
    const id = await sending(windows, hours, lastDay);
    for (let n = 0; n < EVENTS; n += 1) await happen(id);
    await complete(id);

    const windowOf = ({ attemptId }: Request) => windows[Number(attemptId.split('-')[1]) - 1] ?? '';
    const outside = requests.filter(
      (request) =>
        !isWithin(windowOf(request), hours ?? DEFAULT_HOURS, request.at) ||
        !isBy(lastDay, windowOf(request), request.at) ||
        node.engine.calendar.openUntil(windowOf(request), hours, request.at) === undefined,
    );
    expect(outside).toEqual([]);
    const isOpenAtAll = (window: string) =>
      node.engine.calendar.nextOpening(window, hours, clock.now()) !== undefined;
    const claims = await node.connection
      .collection<ClaimDocument>('claims')
      .find({ campaignId: id })
      .toArray();
    const ends = (await rowsOf(id)).map(({ status, reason, claim, at }, n) => {
      const window = windows[n] ?? '';
      if (reason === 'after the last day') return isOverAt(window, hours, at as Date, lastDay) && 'called';
      if (reason !== undefined) return String(reason);
      // Keys that expired before the next opening: whether the carrier has the call is not known.
      if (status === 'claimed') {
        const isRequested = requests.some(({ attemptId }) => attemptId === attemptOf(id, n));
        const stored = claims.find(({ _id }) => _id === claim);
        return (isRequested || isLostWithWorker(window, hours, lastDay, stored)) && 'called';
      }
      return status === 'placed' && accepted.has(attemptOf(id, n)) && 'called';
    });
    expect(ends).toEqual(windows.map((window) => (isOpenAtAll(window) ? 'called' : 'no calling hours')));
  },
);
