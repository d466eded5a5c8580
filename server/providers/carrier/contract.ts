import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReportReceiver, type ReportReceiver } from '#server/testing/report-receiver.ts';
import type { Drop, DropReport, VoicemailCarrier } from './port.ts';

/** An implementation under test, and numbers of its that end in a known way. */
export interface CarrierUnderTest {
  carrier: VoicemailCarrier;
  numbers: { success: string; busy: string; doNotCall: string };
  stop(): Promise<void>;
}

const REPORTED = { timeout: 10_000, interval: 20 };

/** What every voicemail carrier must do (design §5); `start` builds one that reports to the given address. */
export function carrierContract(
  name: string,
  start: (callbackUrl: string) => Promise<CarrierUnderTest>,
): void {
  describe(`${name} keeps the carrier contract`, () => {
    let receiver: ReportReceiver;
    let subject: CarrierUnderTest;
    let drops = 0;

    beforeAll(async () => {
      receiver = await startReportReceiver(() => subject.carrier);
      subject = await start(receiver.callbackUrl);
      await subject.carrier.subscribe(receiver.webhookUrl);
    });

    afterAll(async () => {
      subject.carrier.close();
      await subject.stop();
      await receiver.close();
    });

    function dropTo(to: string): Drop {
      drops += 1;
      return {
        attemptId: `contract-${String(drops)}-1`,
        to,
        content: { kind: 'text', text: 'Hello Ana', voiceId: 'voice' },
      };
    }

    const callbacksOf = (attemptId: string): DropReport[] =>
      receiver.received.flatMap(({ report }) => (report?.attemptId === attemptId ? [report] : []));
    const reportOf = (attemptId: string): Promise<DropReport> =>
      vi.waitFor(() => callbacksOf(attemptId)[0] ?? expect.fail('no report yet'), REPORTED);

    it('takes a drop and reports the delivery with its attempt id', async () => {
      const drop = dropTo(subject.numbers.success);
      await expect(subject.carrier.place(drop)).resolves.toMatchObject({ kind: 'accepted' });
      await expect(reportOf(drop.attemptId)).resolves.toMatchObject({
        to: drop.to,
        outcome: 'success',
        code: '0',
        reason: '',
        doNotCall: false,
      });
    });

    it('reports a failure with its reason', async () => {
      const drop = dropTo(subject.numbers.busy);
      await subject.carrier.place(drop);
      await expect(reportOf(drop.attemptId)).resolves.toMatchObject({
        outcome: 'failed',
        reason: 'Busy',
        doNotCall: false,
        accountFault: false,
        carrierFault: false,
      });
    });

    it('says of whom must not be called again', async () => {
      const drop = dropTo(subject.numbers.doNotCall);
      await subject.carrier.place(drop);
      await expect(reportOf(drop.attemptId)).resolves.toMatchObject({ outcome: 'failed', doNotCall: true });
    });

    it('reports by signed webhook too, by number alone', async () => {
      const drop = dropTo(subject.numbers.busy);
      await subject.carrier.place(drop);
      const arrived = () =>
        receiver.received.filter(({ signed, report }) => signed && report?.to === drop.to);
      await vi.waitFor(() => {
        expect(arrived().length).toBeGreaterThan(0);
      }, REPORTED);
      expect(arrived()[0]?.report).not.toHaveProperty('attemptId');
    });

    it('takes the same drop again without calling again', async () => {
      const drop = dropTo(subject.numbers.success);
      const [first, second] = [await subject.carrier.place(drop), await subject.carrier.place(drop)];
      expect(second).toEqual(first);
      await reportOf(drop.attemptId);
      const later = dropTo(subject.numbers.success);
      await subject.carrier.place(later);
      await reportOf(later.attemptId);
      expect(callbacksOf(drop.attemptId)).toHaveLength(1);
    });

    it('ignores another body under a used key, and lets the first one count', async () => {
      const drop = dropTo(subject.numbers.success);
      await subject.carrier.place(drop);
      const changed: Drop = { ...drop, content: { kind: 'text', text: 'Hello Bob', voiceId: 'voice' } };
      await expect(subject.carrier.place(changed)).resolves.toMatchObject({ kind: 'accepted' });
      await expect(reportOf(drop.attemptId)).resolves.toMatchObject({ outcome: 'success' });
      expect(callbacksOf(drop.attemptId)).toHaveLength(1);
    });
  });
}
