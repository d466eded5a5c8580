import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropTo, PATIENT, startCarrierTestSystem, type CarrierTestSystem } from './carrier-harness.ts';
import type { FaultInjection } from './carrier-settings.ts';

const TO = '12025550001';

describe('on a bad day the local carrier', () => {
  let system: CarrierTestSystem;

  afterEach(() => system.stop());

  async function startOn(faultInjection: FaultInjection): Promise<void> {
    system = await startCarrierTestSystem(faultInjection);
    await system.carrier.subscribe(system.receiver.webhookUrl);
  }

  /** The kinds of reports in the order in which they came, once there are so many. */
  const arrived = (count: number) =>
    vi.waitFor(() => {
      expect(system.receiver.received.length).toBeGreaterThanOrEqual(count);
      return system.receiver.received.map(({ signed }) => (signed ? 'webhook' : 'callback'));
    }, PATIENT);

  it('takes only so many requests a second, and says when to come again', async () => {
    await startOn({ rateLimit: 1 });
    const placed = await Promise.all(
      Array.from({ length: 8 }, (_, n) => system.carrier.place(dropTo(`1202555100${String(n)}`))),
    );
    const refused = placed.filter(({ kind }) => kind !== 'accepted');
    expect(refused.length).toBeGreaterThan(0);
    for (const placement of refused)
      expect(placement).toEqual({ kind: 'unavailable', code: '429', retryAfterMs: 1_000, notTaken: true });
    expect(await system.record()).toHaveLength(8 - refused.length);
  });

  it('runs out of funds, and calls nobody any more', async () => {
    await startOn({ funds: 1 });
    await system.place(dropTo(TO));
    await system.place(dropTo('12025551111'));
    await vi.waitFor(() => {
      expect(system.reports().find(({ to }) => to === '12025551111')).toMatchObject({
        outcome: 'failed',
        code: '3000',
        accountFault: true,
      });
    }, PATIENT);
    await vi.waitFor(async () => {
      expect(await system.record()).toMatchObject([
        { outcome: 'success', deliveries: 1 },
        { outcome: 'no funds', deliveries: 0 },
      ]);
    }, PATIENT);
  });

  it('sends every report twice', async () => {
    await startOn({ doubled: true });
    await system.place(dropTo(TO));
    expect((await arrived(4)).toSorted()).toEqual(['callback', 'callback', 'webhook', 'webhook']);
    expect(await system.record()).toMatchObject([{ deliveries: 1 }]);
  });

  it('sends the webhook before the callback', async () => {
    await startOn({ backwards: true });
    await system.place(dropTo(TO));
    expect(await arrived(2)).toEqual(['webhook', 'callback']);
  });

  it('has called and reported before it answers', async () => {
    await startOn({ early: true });
    await expect(system.carrier.place(dropTo(TO))).resolves.toMatchObject({ kind: 'accepted' });
    // The signed webhook may have come as well by now.
    expect(system.reports()[0]).toMatchObject({ attemptId: `c1-${TO}-1`, outcome: 'success' });
    expect(await system.record()).toMatchObject([{ deliveries: 1 }]);
  });

  it('takes a drop and hangs up, and answers when asked again', async () => {
    await startOn({ hangUp: true });
    await expect(system.carrier.place(dropTo(TO))).resolves.toEqual({ kind: 'unknown' });
    await expect(system.carrier.place(dropTo(TO))).resolves.toMatchObject({ kind: 'accepted' });
    await arrived(2);
    expect(await system.record()).toMatchObject([{ deliveries: 1 }]);
  });
});
