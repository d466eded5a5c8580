import { isDeepStrictEqual } from 'node:util';
import { quoteCalls } from '#shared/pricing.ts';
import type { ContactInput, ContactView } from '#shared/schemas/campaigns.ts';
import { expectOk, type HarkClient } from '#server/seed/hark-client.ts';
import type { Caller } from './caller.ts';
import { readCarrierRecord, type PhoneRecord } from './carrier-record.ts';
import { inDeadTime, type DeadTime } from './dead-times.ts';
import { expectedOutcomeOf, NO_REPORT } from './dictated-contacts.ts';
import type { HarkProcesses } from './hark-processes.ts';
import { until } from './until.ts';

/** What a crash test found, all of it counted; only `delivered`, `deliverable` and `excused` are not faults. */
export interface Verdict {
  delivered: number;
  /** How many numbers take a voicemail. */
  deliverable: number;
  /** "No report" although the number says otherwise, because every try of the carrier fell into dead time. */
  excused: number;
  calledTwice: number;
  skipped: number;
  /** Phones that were called and are on no list. */
  wrongCallers: number;
  /** Contacts that did not end as their numbers dictate, a line each. */
  wrongStates: string[];
  /** Campaign counters that differ from the contacts. */
  wrongCounters: string[];
  held: number;
  /** Credits that the balance is off from what the delivered calls cost. */
  balanceOff: number;
  auditExit: number;
  auditOutput: string;
}

/** A crash test without any fault. */
export const NOTHING_WRONG = {
  calledTwice: 0,
  skipped: 0,
  wrongCallers: 0,
  wrongStates: [],
  wrongCounters: [],
  held: 0,
  balanceOff: 0,
  auditExit: 0,
} satisfies Partial<Verdict>;

export function isFaultless(verdict: Verdict): boolean {
  return Object.entries(NOTHING_WRONG).every(([name, right]) =>
    isDeepStrictEqual(verdict[name as keyof Verdict], right),
  );
}

interface Trial {
  hark: HarkProcesses;
  caller: Caller;
  campaignId: string;
  contacts: readonly ContactInput[];
  deadTimes: readonly DeadTime[];
}

const PAGE = 500;
/** How long the carrier may take to call what it has taken. */
const CALLS_MS = 15_000;

/** Compares what the carrier did, what Hark says and what the ledger holds with what the numbers dictate. */
export async function judge(trial: Trial): Promise<Verdict> {
  const { hark, caller, campaignId, contacts, deadTimes } = trial;
  const { client } = caller;
  const record = await finishedRecord(hark.dataDir, contacts);
  const views = await allContacts(client, campaignId);
  const ends = views.map((view) => endOf(view, record.get(view.recommended_phone), deadTimes));
  const delivered = views.filter(({ status }) => status === 'success').length;
  const { campaign } = expectOk(await client.get(`/api/campaigns/${campaignId}/`)) as {
    campaign: Record<string, unknown>;
  };
  const credits = expectOk(await client.get('/dropcowboy/credits/')) as { balance: number; held: number };
  const audit = await hark.credits('audit');
  const listed = new Set(contacts.map((contact) => contact.recommended_phone));
  return {
    delivered,
    deliverable: contacts.filter(
      (contact) => expectedOutcomeOf(contact.recommended_phone).status === 'success',
    ).length,
    excused: ends.filter((end) => end === 'excused').length,
    calledTwice: [...record.values()].filter(({ rang }) => rang > 1).length,
    skipped: contacts.filter((contact) => (record.get(contact.recommended_phone)?.rang ?? 0) === 0).length,
    wrongCallers: [...record.keys()].filter((phone) => !listed.has(phone)).length,
    wrongStates: ends.filter((end) => end !== 'right' && end !== 'excused'),
    wrongCounters: wrongCounters(campaign, {
      total: contacts.length,
      delivered,
      failed: views.length - delivered,
    }),
    held: credits.held,
    balanceOff: credits.balance - (caller.credits - quoteCalls(caller.plan, 0, delivered).cost),
    auditExit: audit.code,
    auditOutput: audit.output,
  };
}

/** The carrier's record once every phone has rung; where one never does, the record as it is. */
async function finishedRecord(
  dataDir: string,
  contacts: readonly ContactInput[],
): Promise<Map<string, PhoneRecord>> {
  const rung = async () => {
    const record = await readCarrierRecord(dataDir);
    return contacts.every(({ recommended_phone: phone }) => record.get(phone)?.rang) && record;
  };
  return until('all calls', CALLS_MS, rung).catch(() => readCarrierRecord(dataDir));
}

async function allContacts(client: HarkClient, campaignId: string): Promise<ContactView[]> {
  const all: ContactView[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/api/campaigns/${campaignId}/contacts/?page=${String(page)}&page_size=${String(PAGE)}`;
    const { contacts } = expectOk(await client.get(path)) as { contacts: ContactView[] };
    all.push(...contacts);
    if (contacts.length < PAGE) return all;
  }
}

/** Whether a contact ended as its number dictates; else a line that says what is wrong. */
function endOf(view: ContactView, call: PhoneRecord | undefined, deadTimes: readonly DeadTime[]): string {
  const { recommended_phone: phone, status, reason, date } = view;
  const dictated = expectedOutcomeOf(phone);
  if (status === dictated.status && reason === dictated.reason) return 'right';
  const says = `${phone} is ${status} ${String(reason)} instead of ${dictated.status} ${String(dictated.reason)}`;
  if (status !== NO_REPORT.status || reason !== NO_REPORT.reason) return says;
  if (call?.toldAt !== undefined && call.toldAt < Date.parse(date ?? ''))
    return `${says}, though its signed webhook was taken in time`;
  return inDeadTime(deadTimes, call?.calledAt ?? 0) ? 'excused' : `${says}, though everybody was there`;
}

function wrongCounters(campaign: Record<string, unknown>, counted: Record<string, number>): string[] {
  return Object.entries({ ...counted, pending: 0, held: 0 })
    .filter(([name, value]) => campaign[name] !== value)
    .map(([name, value]) => `${name} is ${String(campaign[name])} instead of ${String(value)}`);
}
