import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { CallingRules } from '#shared/calling/calling-rules.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import type { BuiltHark } from './built-hark.ts';
import { readCarrierRecord, type PhoneRecord } from './carrier-record.ts';
import { withProcesses, type CrashOptions, type CrashResult } from './crash-run.ts';
import type { HarkProcesses } from './hark-processes.ts';
import { killUntilFinal, withRetries } from './kill-until-final.ts';
import {
  contactsIn,
  isOpen,
  nextOpening,
  rulesOf,
  type Group,
  type Opening,
  type Place,
} from './opening-hours.ts';
import { randomInteger, seededRandom } from './seeded-random.ts';
import { createCampaign, createTestCustomer } from './test-customer.ts';
import { until } from './until.ts';
import { hasNoErrors, verifyRun } from './verify-run.ts';

export interface HoursOptions extends Omit<CrashOptions, 'contacts'> {
  place: Place;
  /** How long the contacts that wait for an opening and for a closing are open: 0 for a run without such. */
  minutesOpen: number;
}

export interface HoursResult extends CrashResult {
  contacts: number;
  /** Calls outside the hours of their contacts, one line each. */
  outside: string[];
  /** Contacts called before the hours of all were extended, and after it. */
  calledBefore: Record<Group, number>;
  calledAfter: Record<Group, number>;
}

/** Contacts of the groups that open. */
const OPENING = 60;
/** So many contacts more than can be called until one state closes. */
const TOO_MANY = 40;
const MAX_CONTACTS = 1_000;
/** Workers are killed so long before closing: their claims expire about when it closes. */
const KILL_MS = { min: 2_000, max: 5_000 };
/** A lease longer than this waits for an opening: workers take leases of 5 s. */
const WAITING_MS = MINUTE_MS;

/**
 * The crash test with calling hours: one state closes and another opens while processes are killed, the workers also right
 * before. Once the campaign sleeps until the next day, the operator extends the hours and it must call all others.
 */
export function runHoursCrash(built: BuiltHark, options: HoursOptions): Promise<HoursResult> {
  return withProcesses(built, options, {
    settings: (dataDir) => ({ CALLING_HOURS: 'enforce', CALLING_RULES_FILE: rulesFile(dataDir) }),
    prepare: (dataDir) => writeRules(dataDir, rulesOf(options.place)),
    run: (hark) => sendAndKill(hark, options),
    isRight: (found) => hasNoErrors(found) && found.outside.length === 0,
  });
}

async function sendAndKill(
  hark: HarkProcesses,
  options: HoursOptions,
): Promise<Omit<HoursResult, 'seconds'>> {
  const { place, minutesOpen, dropsPerMinute, say } = options;
  const random = seededRandom(options.seed);
  const caller = await createTestCustomer(hark, MAX_CONTACTS);
  const { client } = caller;
  const now = Date.now();
  const opening = nextOpening(now, minutesOpen);
  const closes = Math.ceil(((opening.closesAt - now) / MINUTE_MS) * dropsPerMinute) + TOO_MANY;
  const counts = { closes, opens: OPENING, both: minutesOpen > 0 ? OPENING : 0 };
  const { contacts, groups } = contactsIn(place, counts, random);
  const campaignId = await createCampaign(caller, {
    name: 'Crash',
    contacts,
    dropDate: new Date(now + DAY_MS),
    settings: { drops_per_minute: dropsPerMinute, calling_hours: { from: '08:00', to: '21:00' } },
  });
  await replaceRules(hark, rulesOf(place, opening));
  say(`${JSON.stringify(counts)} in ${place.zone}: ${JSON.stringify(opening)}`);
  expectOk(await client.post(`/api/campaigns/${campaignId}/execute/`));
  const killAt = opening.closesAt - KILL_MS.min - randomInteger(random, KILL_MS.max - KILL_MS.min);
  let extendedAt = Infinity;
  const { deadTimes, ...run } = await killUntilFinal({
    hark,
    client,
    campaignId,
    random,
    options: { ...options, contacts: contacts.length },
    meanwhile: async () => {
      await until('the time before closing', options.timeoutMs, () => Date.now() >= killAt);
      await killWorkers(hark);
      await untilAsleep(client, campaignId, opening, options.timeoutMs);
      extendedAt = Date.now();
      say(`asleep ${String((extendedAt - opening.closesAt) / 1_000)} s after closing`);
      await extendHours(hark, { client, campaignId, rules: rulesOf(place) });
    },
  });
  const verdict = await verifyRun({ hark, caller, campaignId, contacts, deadTimes });
  const record = await readCarrierRecord(hark.dataDir);
  const found = hoursOf(record, groups, { ...opening, extendedAt });
  return { ...verdict, ...run, ...found, contacts: contacts.length };
}

/** Waits until a campaign sleeps until the day after. */
async function untilAsleep(
  client: HarkClient,
  id: string,
  { closesAt }: Opening,
  timeoutMs: number,
): Promise<void> {
  await until('the campaign to sleep', timeoutMs, async () => {
    const { campaign } = (await withRetries(() => client.get(`/api/campaigns/${id}/`))) as {
      campaign: { next_calls: { at: string } | null };
    };
    return campaign.next_calls !== null && Date.parse(campaign.next_calls.at) > closesAt;
  });
}

/** Replaces the rules, so that what would wait until tomorrow may be called now. */
async function extendHours(
  hark: HarkProcesses,
  { client, campaignId, rules }: { client: HarkClient; campaignId: string; rules: CallingRules },
): Promise<void> {
  await replaceRules(hark, rules);
  await until('the end of the waits', 60_000, () => endWaits(hark.dataDir).catch(() => false));
  // Resumed like any pause, which queues a run; without an answer the next scan does.
  await client.post(`/api/campaigns/${campaignId}/pause/`).catch(() => undefined);
}

/** Calls of killed workers that may be at the carrier wait under a lease until the opening that was computed before. */
async function endWaits(dataDir: string): Promise<true> {
  const connection = await connectDatabase((await readFile(join(dataDir, 'mongodb.uri'), 'utf8')).trim());
  try {
    const now = Date.now();
    const waiting = { state: 'placing', leaseUntil: { $gt: new Date(now + WAITING_MS) } };
    await connection.collection('claims').updateMany(waiting, { $set: { leaseUntil: new Date(now) } });
    return true;
  } finally {
    await connection.close();
  }
}

/** Only workers place calls; they read the rules when they start. */
async function replaceRules(hark: HarkProcesses, rules: CallingRules): Promise<void> {
  await writeRules(hark.dataDir, rules);
  await killWorkers(hark);
}

/** Kills both. */
async function killWorkers(hark: HarkProcesses): Promise<void> {
  await hark.kill('worker');
  await hark.kill('worker');
}

/** In one step: workers may be starting. */
async function writeRules(dataDir: string, rules: CallingRules): Promise<void> {
  await writeFile(`${rulesFile(dataDir)}.new`, JSON.stringify(rules));
  await rename(`${rulesFile(dataDir)}.new`, rulesFile(dataDir));
}

function rulesFile(dataDir: string): string {
  return join(dataDir, 'calling-rules.json');
}

function hoursOf(
  record: ReadonlyMap<string, PhoneRecord>,
  groups: ReadonlyMap<string, Group>,
  hours: Opening & { extendedAt: number },
): Pick<HoursResult, 'outside' | 'calledBefore' | 'calledAfter'> {
  const calls = [...record].flatMap(([phone, { requestedAt }]) =>
    requestedAt.map((at) => ({ phone, at, group: groups.get(phone) ?? 'both' })),
  );
  const before = calls.filter(({ at }) => at < hours.extendedAt);
  const after = calls.filter(({ at }) => at >= hours.extendedAt);
  return {
    outside: before
      .filter(({ group, at }) => !isOpen(group, hours, at))
      .map(
        ({ phone, group, at }) =>
          `${phone} (${group}) was called ${String(at - hours.closesAt)} ms after closing`,
      ),
    calledBefore: countsOf(before),
    calledAfter: countsOf(after),
  };
}

function countsOf(calls: readonly { group: Group }[]): Record<Group, number> {
  const counts = { closes: 0, opens: 0, both: 0 };
  for (const { group } of calls) counts[group] += 1;
  return counts;
}
