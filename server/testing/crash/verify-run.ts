import { isDeepStrictEqual } from 'node:util';
import { quoteCalls } from '#shared/plans.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { ContactView } from '#shared/schemas/campaigns/campaign-contacts.ts';
import { expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import type { TestCustomer } from './test-customer.ts';
import { readCarrierRecord, type PhoneRecord } from './carrier-record.ts';
import { isDuringDowntime, type Downtime } from './downtimes.ts';
import { expectedOutcomeOf, NO_REPORT } from './expected-outcomes.ts';
import type { HarkProcesses } from './hark-processes.ts';
import { until } from './until.ts';

/** Findings of a crash test. All are errors except `delivered`, `deliverable` and `lostReports`. */
export interface Findings {
  delivered: number;
  /** Contacts whose number accepts a voicemail. */
  deliverable: number;
  /** Contacts with "No report" because every report attempt of the carrier fell into downtime. */
  lostReports: number;
  calledTwice: number;
  skipped: number;
  /** Called phones that are on no list. */
  unknownPhones: number;
  /** Contacts with another outcome than expected, one line each. */
  wrongStates: string[];
  /** Campaign counters that differ from the contacts. */
  wrongCounters: string[];
  held: number;
  /** Difference between the balance and the cost of the delivered calls, in credits. */
  balanceOff: number;
  auditExit: number;
  auditOutput: string;
}

/** The findings of a crash test without errors. */
export const NO_ERRORS = {
  calledTwice: 0,
  skipped: 0,
  unknownPhones: 0,
  wrongStates: [],
  wrongCounters: [],
  held: 0,
  balanceOff: 0,
  auditExit: 0,
} satisfies Partial<Findings>;

export function hasNoErrors(verdict: Findings): boolean {
  return Object.entries(NO_ERRORS).every(([name, right]) =>
    isDeepStrictEqual(verdict[name as keyof Findings], right),
  );
}

interface FinishedRun {
  hark: Pick<HarkProcesses, 'dataDir' | 'credits'>;
  caller: TestCustomer;
  campaignId: string;
  contacts: readonly ContactInput[];
  deadTimes: readonly Downtime[];
}

const PAGE = 500;
/** Maximum time until the carrier has called all accepted drops. */
const CALLS_MS = 15_000;

/** Compares the carrier's journal, Hark's API and the ledger with the expected outcomes. */
export async function verifyRun(trial: FinishedRun): Promise<Findings> {
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
    lostReports: ends.filter((end) => end === 'lost report').length,
    calledTwice: [...record.values()].filter(({ rang }) => rang > 1).length,
    skipped: contacts.filter((contact) => (record.get(contact.recommended_phone)?.rang ?? 0) === 0).length,
    unknownPhones: [...record.keys()].filter((phone) => !listed.has(phone)).length,
    wrongStates: ends.filter((end) => end !== 'right' && end !== 'lost report'),
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

/** Returns the carrier's journal once every phone was called, or as it is after a timeout. */
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

/** Returns 'right' or 'lost report', otherwise a line that describes the error. */
function endOf(view: ContactView, call: PhoneRecord | undefined, deadTimes: readonly Downtime[]): string {
  const { recommended_phone: phone, status, reason, date } = view;
  const expected = expectedOutcomeOf(phone);
  if (status === expected.status && reason === expected.reason) return 'right';
  const says = `${phone} is ${status} ${String(reason)} instead of ${expected.status} ${String(expected.reason)}`;
  if (status !== NO_REPORT.status || reason !== NO_REPORT.reason) return says;
  if (call?.reportedAt !== undefined && call.reportedAt < Date.parse(date ?? ''))
    return `${says}, although its signed webhook was accepted in time`;
  return isDuringDowntime(deadTimes, call?.calledAt ?? 0)
    ? 'lost report'
    : `${says}, although no process was down`;
}

function wrongCounters(campaign: Record<string, unknown>, counted: Record<string, number>): string[] {
  return Object.entries({ ...counted, pending: 0, held: 0 })
    .filter(([name, value]) => campaign[name] !== value)
    .map(([name, value]) => `${name} is ${String(campaign[name])} instead of ${String(value)}`);
}
