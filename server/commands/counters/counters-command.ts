import { parseArgs } from 'node:util';
import type { CampaignCheck } from '#server/features/drops/counters/campaign-counters.ts';
import type { CounterDifference } from '#server/features/drops/counters/counter-difference.ts';
import type { Counters } from '#server/features/drops/counters/counters.ts';
import type { DayCheck } from '#server/features/drops/counters/day-counters.ts';
import { UsageError } from '../lib/usage-error.ts';

const USAGE = `Usage: counts all calls again and compares the counters of campaigns, days and hours
  npm run counters -- audit [--user UID | --campaign ID]     names each difference
  npm run counters -- rebuild [--user UID | --campaign ID] [--reason TEXT]   corrects them
A campaign that is being sent, paused or prepared is left alone. --campaign leaves out the days, which belong to users.
A correction is recorded in the history of the account, with the reason.`;

/** How often the days of a user are counted while settlements change them. */
const DAY_ATTEMPTS = 5;

export interface CountersCommand {
  name: 'audit' | 'rebuild';
  user?: string | undefined;
  campaign?: string | undefined;
  /** Why they are corrected, for the history of the accounts. */
  reason?: string | undefined;
}

/** Records in the history of a user that its counters are corrected; called before each correction. */
export type RecordCorrection = (uid: string, reason: string) => Promise<void>;

/** Parses the command line of `npm run counters`. Throws `UsageError`. */
export function readCommand(args: string[]): CountersCommand {
  const { positionals, values } = parse(args);
  const [name, ...rest] = positionals;
  const isOne = values.user === undefined || values.campaign === undefined;
  if ((name !== 'audit' && name !== 'rebuild') || rest.length > 0 || !isOne) throw new UsageError(USAGE);
  if (values.user === '' || values.campaign === '') throw new UsageError(USAGE);
  if (values.reason !== undefined && (name === 'audit' || values.reason.trim() === ''))
    throw new UsageError(USAGE);
  return { name, ...values };
}

function parse(args: string[]) {
  try {
    const options = {
      user: { type: 'string' },
      campaign: { type: 'string' },
      reason: { type: 'string' },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(USAGE);
  }
}

/** What was found; `left` is what is wrong and was not corrected. */
interface Totals {
  campaigns: number;
  days: number;
  skipped: number;
  differences: number;
  left: number;
}

interface Work {
  isRebuild: boolean;
  counters: Counters;
  totals: Totals;
  say(line: string): void;
  /** Called before a counter of this user is corrected. */
  recordFor(userId: string): Promise<void>;
}

/** Runs a command, printing to `say`. Returns exit code 1 if something is wrong and was not corrected. */
export async function countersCommand(
  { name, user, campaign, reason = 'The calls were counted again' }: CountersCommand,
  { counters, record }: { counters: Counters; record: RecordCorrection },
  say: (line: string) => void,
): Promise<0 | 1> {
  const totals = { campaigns: 0, days: 0, skipped: 0, differences: 0, left: 0 };
  const recordFor = (userId: string) => record(userId, reason.trim());
  const work: Work = { isRebuild: name === 'rebuild', counters, totals, say, recordFor };
  if (campaign !== undefined) {
    if (!(await workOnCampaign(work, campaign))) throw new UsageError(`There is no campaign "${campaign}".`);
  } else if (user !== undefined) {
    await workOnUser(work, user);
    if (totals.campaigns + totals.days + totals.skipped === 0)
      throw new UsageError(`The user "${user}" has no campaigns.`);
  } else {
    for await (const each of counters.users()) await workOnUser(work, each);
  }
  say(summary(work));
  return totals.left === 0 ? 0 : 1;
}

async function workOnUser(work: Work, userId: string): Promise<void> {
  for await (const campaignId of work.counters.campaignsOf(userId)) await workOnCampaign(work, campaignId);
  await workOnDays(work, userId);
}

/** Returns whether there is such a campaign. */
async function workOnCampaign(work: Work, campaignId: string): Promise<boolean> {
  const check = await work.counters.checkCampaign(campaignId);
  if (check === undefined) return false;
  const named = nameOf(check);
  if (check.skipped !== undefined) {
    skip(work, named, check.skipped);
    return true;
  }
  work.totals.campaigns += 1;
  for (const problem of check.problems) {
    work.say(`${named}: ${problem}`);
    work.totals.differences += 1;
    work.totals.left += 1;
  }
  if (check.differences.length === 0) return true;
  if (work.isRebuild) await work.recordFor(check.campaign.userId);
  if (work.isRebuild && !(await check.correct())) skip(work, named, 'it changed meanwhile');
  else report(work, named, check.differences);
  return true;
}

/** Days that count a settlement meanwhile are counted again. */
async function workOnDays(work: Work, userId: string): Promise<void> {
  const done = new Set<string>();
  for (let attempt = 1; attempt <= DAY_ATTEMPTS; attempt += 1) {
    const open = (await work.counters.checkDays(userId)).filter(({ day }) => !done.has(day));
    const changed: string[] = [];
    for (const check of open) {
      if (await workOnDay(work, userId, check)) done.add(check.day);
      else changed.push(check.day);
    }
    if (changed.length === 0) break;
    if (attempt < DAY_ATTEMPTS) continue;
    for (const day of changed) skip(work, nameOfDay(userId, day), 'it changes too often now');
  }
  work.totals.days += done.size;
}

/** Returns false if the day has changed meanwhile. */
async function workOnDay(work: Work, userId: string, check: DayCheck): Promise<boolean> {
  if (check.differences.length === 0) return true;
  if (work.isRebuild) await work.recordFor(userId);
  if (!(await (work.isRebuild ? check.correct() : check.isUnchanged()))) return false;
  report(work, nameOfDay(userId, check.day), check.differences);
  return true;
}

const nameOf = ({ campaign: { _id, name, userId } }: CampaignCheck) =>
  `campaign ${_id} "${name}" of user ${userId}`;
const nameOfDay = (userId: string, day: string) => `day ${day} of user ${userId}`;

function skip({ totals, say }: Work, named: string, why: string): void {
  say(`${named}: skipped, as ${why}`);
  totals.skipped += 1;
}

function report({ isRebuild, totals, say }: Work, named: string, differences: CounterDifference[]): void {
  for (const { counter, stored, counted } of differences) {
    const [is, shouldBe] = [String(stored), String(counted)];
    say(
      `${named}: ${counter} ${isRebuild ? `was ${is}, is now ${shouldBe}` : `is ${is}, counted ${shouldBe}`}`,
    );
  }
  totals.differences += differences.length;
  if (!isRebuild) totals.left += differences.length;
}

function summary({ isRebuild, totals: { campaigns, days, skipped, differences, left } }: Work): string {
  const count = (n: number, one: string) => `${String(n)} ${one}${n === 1 ? '' : 's'}`;
  const found = `${count(differences, 'difference')}${isRebuild ? `, ${String(left)} not corrected` : ''}`;
  return `Counted ${count(campaigns, 'campaign')} and ${count(days, 'day')}: ${found}, ${String(skipped)} skipped.`;
}
