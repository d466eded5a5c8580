import { expect, vi } from 'vitest';
import type { FaultyProxy } from '#server/testing/fakes/faulty-proxy.ts';
import type { TestClock } from '#server/testing/fakes/test-clock.ts';
import type { ReceivedReport, ReportReceiver } from '#server/testing/http/report-receiver.ts';
import type { Drop, DropContent, DropReport, VoicemailCarrier } from '../port.ts';

const REPORTED = { timeout: 10_000, interval: 20 };
export const SPEECH: Extract<DropContent, { kind: 'text' }> = {
  kind: 'text',
  text: 'Hello Ana',
  voiceId: 'voice',
};

/** An implementation under test, with numbers of known outcome. */
export interface CarrierUnderTest {
  carrier: VoicemailCarrier;
  /** The same carrier with wrong credentials. */
  wrongCredentials: VoicemailCarrier;
  /** The same carrier with a time-out below one second. */
  shortTimeout: VoicemailCarrier;
  numbers: { success: string; busy: string; doNotCall: string };
  /** The proxy between all of these clients and the carrier. */
  proxy: FaultyProxy;
  stop(): Promise<void>;
}

/** The carrier under test, and what received its reports. */
export interface ContractContext {
  receiver: ReportReceiver;
  subject: CarrierUnderTest;
  clock: TestClock;
}

let drops = 0;

/** Returns a drop with a new attempt id. */
export function dropTo(to: string, content: DropContent = SPEECH): Drop {
  drops += 1;
  return { attemptId: `contract-${String(drops)}-1`, to, content };
}

const callbacksOf = ({ receiver }: ContractContext, attemptId: string): DropReport[] =>
  receiver.received.flatMap(({ report }) => (report?.attemptId === attemptId ? [report] : []));

/** Returns the report of a drop, by callback. */
export const reportOf = (system: ContractContext, { attemptId }: Drop): Promise<DropReport> =>
  vi.waitFor(() => callbacksOf(system, attemptId)[0] ?? expect.fail('no report yet'), REPORTED);

/** Returns the reports of a drop after waiting for those of a later drop, so that a duplicate would be seen. */
export async function reportsOf(system: ContractContext, drop: Drop): Promise<DropReport[]> {
  await reportOf(system, drop);
  const later = dropTo(system.subject.numbers.success);
  await system.subject.carrier.place(later);
  await reportOf(system, later);
  return callbacksOf(system, drop.attemptId);
}

/** Returns the latest signed report of a call to a number. */
export async function signedReportTo({ receiver }: ContractContext, to: string): Promise<ReceivedReport> {
  return vi.waitFor(
    () =>
      receiver.received.findLast(({ signed, report }) => signed && report?.to === to) ?? expect.fail('none'),
    REPORTED,
  );
}
