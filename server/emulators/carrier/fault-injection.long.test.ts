import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dropTo,
  WAIT,
  startCarrierTestSystem,
  type CarrierTestSystem,
} from './testing/carrier-test-system.ts';
import type { FaultInjection } from './carrier-settings.ts';

const TO = '12025550001';

describe('the local carrier with injected faults', () => {
  let system: CarrierTestSystem;

  afterEach(() => system.stop());

  async function startOn(faultInjection: FaultInjection): Promise<void> {
    system = await startCarrierTestSystem(faultInjection);
    await system.carrier.subscribe(system.receiver.webhookUrl);
  }

  /** Waits for `count` reports and returns their kinds in order of arrival. */
  const reportKinds = (count: number) =>
    vi.waitFor(() => {
      expect(system.receiver.received.length).toBeGreaterThanOrEqual(count);
      return system.receiver.received.map(({ signed }) => (signed ? 'webhook' : 'callback'));
    }, WAIT);

  it('limits requests per second and returns when to retry', async () => {
    await startOn({ rateLimit: 1 });
    const placed = await Promise.all(
      Array.from({ length: 8 }, (_, n) => system.carrier.place(dropTo(`1202555100${String(n)}`))),
    );
    const refused = placed.filter(({ kind }) => kind !== 'accepted');
    expect(refused.length).toBeGreaterThan(0);
    for (const placement of refused)
      expect(placement).toEqual({ kind: 'unavailable', code: '429', retryAfterMs: 1_000, notAccepted: true });
    expect(await system.record()).toHaveLength(8 - refused.length);
  });

  it('makes no more calls once the account has no funds', async () => {
    await startOn({ paidCalls: 1 });
    await system.place(dropTo(TO));
    await system.place(dropTo('12025551111'));
    await vi.waitFor(() => {
      expect(system.reports().find(({ to }) => to === '12025551111')).toMatchObject({
        outcome: 'failed',
        code: '3000',
        accountFault: true,
      });
    }, WAIT);
    await vi.waitFor(async () => {
      expect(await system.record()).toMatchObject([
        { outcome: 'success', deliveries: 1 },
        { outcome: 'no funds', deliveries: 0 },
      ]);
    }, WAIT);
  });

  it('sends every report twice', async () => {
    await startOn({ duplicateReports: true });
    await system.place(dropTo(TO));
    expect((await reportKinds(4)).toSorted()).toEqual(['callback', 'callback', 'webhook', 'webhook']);
    expect(await system.record()).toMatchObject([{ deliveries: 1 }]);
  });

  it('sends the webhook before the callback', async () => {
    await startOn({ webhookFirst: true });
    await system.place(dropTo(TO));
    expect(await reportKinds(2)).toEqual(['webhook', 'callback']);
  });

  it('calls and reports before it responds to the placement', async () => {
    await startOn({ reportBeforeResponse: true });
    await expect(system.carrier.place(dropTo(TO))).resolves.toMatchObject({ kind: 'accepted' });
    // The signed webhook may have arrived as well.
    expect(system.reports()[0]).toMatchObject({ attemptId: `c1-${TO}-1`, outcome: 'success' });
    expect(await system.record()).toMatchObject([{ deliveries: 1 }]);
  });

  it('accepts a drop, drops the connection and accepts the retry without a second call', async () => {
    await startOn({ dropConnection: true });
    await expect(system.carrier.place(dropTo(TO))).resolves.toEqual({ kind: 'unknown' });
    await expect(system.carrier.place(dropTo(TO))).resolves.toMatchObject({ kind: 'accepted' });
    await reportKinds(2);
    expect(await system.record()).toMatchObject([{ deliveries: 1 }]);
  });
});
