import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { startReportReceiver } from '#server/testing/http/report-receiver.ts';
import type { CarrierUnderTest, ContractContext } from './testing/contract-context.ts';
import { dropRules, mediaRules } from './testing/drop-rules.ts';
import { reportRules, responseRules } from './testing/response-rules.ts';

/** Starts a carrier that reports to the given address and uses the given clock. */
type StartCarrier = (callbackUrl: string, clock: TestClock) => Promise<CarrierUnderTest>;

/** The contract test suite of `VoicemailCarrier`. */
export function carrierContract(name: string, start: StartCarrier): void {
  describe(`${name} keeps the carrier contract`, () => {
    const system = {} as ContractContext;
    beforeAll(async () => {
      system.clock = createTestClock();
      system.receiver = await startReportReceiver(() => system.subject.carrier);
      system.subject = await start(system.receiver.callbackUrl, system.clock);
      await system.subject.carrier.subscribe(system.receiver.webhookUrl);
    });
    afterEach(() => {
      system.subject.proxy.clear();
    });
    afterAll(async () => {
      const { carrier, wrongCredentials, shortTimeout, proxy } = system.subject;
      for (const client of [carrier, wrongCredentials, shortTimeout]) client.close();
      await proxy.close();
      await system.subject.stop();
      await system.receiver.close();
    });
    describe('drops', () => {
      dropRules(system);
    });
    describe('recordings', () => {
      mediaRules(system);
    });
    describe('faulty responses', () => {
      responseRules(system);
    });
    describe('callbacks and webhooks', () => {
      reportRules(system);
    });
  });
}
