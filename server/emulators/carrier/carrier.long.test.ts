import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FULL } from '#server/testing/full.ts';
import {
  dropTo,
  WAIT,
  startCarrierTestSystem,
  type CarrierTestSystem,
} from './testing/carrier-test-system.ts';

describe('the local carrier', () => {
  let system: CarrierTestSystem;

  beforeEach(async () => {
    system = await startCarrierTestSystem();
  });

  afterEach(() => system.stop());

  it('the last four digits of the number decide the outcome of the call', async () => {
    const expected = [
      ['12025550001', 'success', 'success', '0'],
      ['12025550002', 'no voicemail detected', 'failed', '4000'],
      ['12025550003', 'mailbox full', 'failed', '4002'],
      ['12025550004', 'unreachable', 'failed', '4004'],
      ['12025550005', 'no answer', 'failed', '4005'],
      ['12025550006', 'busy', 'failed', '4006'],
      ['12025550007', 'do-not-call', 'failed', '4016'],
      ['12025551234', 'success', 'success', '0'],
      ['442079460000', 'unreachable', 'failed', '4004'],
    ] as const;
    for (const [to] of expected) await system.place(dropTo(to));
    await vi.waitFor(() => {
      expect(system.reports()).toHaveLength(expected.length);
    }, WAIT);
    for (const [to, label, outcome, code] of expected) {
      expect(system.reports()).toContainEqual(expect.objectContaining({ to, outcome, code }));
      expect(await system.record(`?phone=${to}`)).toEqual([
        expect.objectContaining({ outcome: label, text: 'Hello', deliveries: 1 }),
      ]);
    }
  });

  it('accepts a number ending in 0008 and never reports it', async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    await system.place(dropTo('12025550008'));
    await system.place(dropTo('12025550001'));
    await vi.waitFor(() => {
      expect(system.reports()).toHaveLength(2);
    }, WAIT);
    expect(system.reports().map(({ to }) => to)).toEqual(['12025550001', '12025550001']);
    expect(await system.record('?phone=12025550008')).toMatchObject([
      { outcome: 'never reported', deliveries: 1 },
    ]);
  });

  it('returns 500 twice for a number ending in 0009 and then accepts it', async () => {
    const drop = dropTo('12025550009');
    const kinds = [
      (await system.carrier.place(drop)).kind,
      (await system.carrier.place(drop)).kind,
      (await system.carrier.place(drop)).kind,
    ];
    expect(kinds).toEqual(['unavailable', 'unavailable', 'accepted']);
    await vi.waitFor(() => {
      expect(system.reports()).toContainEqual(expect.objectContaining({ to: drop.to, outcome: 'success' }));
    }, WAIT);
  });

  it('reports wrong credentials by callback only', async () => {
    const wrongCredentials = system.newClient('wrong');
    await wrongCredentials.place(dropTo('12025550001'));
    await vi.waitFor(() => {
      expect(system.reports()).toMatchObject([{ code: '3007', outcome: 'failed', accountFault: true }]);
    }, WAIT);
    expect(await system.record()).toMatchObject([{ deliveries: 0 }]);
    wrongCredentials.close();
  });

  it('lists drops by number and by campaign', async () => {
    await system.place(dropTo('12025550001', 'spring-0-1'));
    await system.place(dropTo('12025551111', 'spring-1-1'));
    await system.place(dropTo('12025550001', 'autumn-0-1'));
    expect((await system.record('?campaign=spring')).map(({ attemptId }) => attemptId)).toEqual([
      'spring-0-1',
      'spring-1-1',
    ]);
    expect((await system.record('?phone=%2B1%20202%20555%200001')).map(({ attemptId }) => attemptId)).toEqual(
      ['spring-0-1', 'autumn-0-1'],
    );
    expect(await system.record('?campaign=winter')).toEqual([]);
  });

  it('keeps one webhook when several processes subscribe with the same URL', async () => {
    const other = system.newClient();
    await Promise.all([
      system.carrier.subscribe(system.receiver.webhookUrl),
      other.subscribe(system.receiver.webhookUrl),
    ]);
    await other.subscribe(system.receiver.webhookUrl);
    other.close();
    const lines = (await system.journal()).split('\n');
    expect(lines.filter((line) => line.includes('"type":"webhook"'))).toHaveLength(1);
  });

  it('retries the signed webhook after a 5xx, but not the callback', async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    system.receiver.respondWith(503);
    await system.place(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await system.journal()).toContain('"webhook-attempt"');
    }, WAIT);
    system.receiver.respondWith(undefined);
    await vi.waitFor(() => {
      expect(system.receiver.received.map(({ signed }) => signed)).toEqual([true]);
    }, WAIT);
  });

  it('does not retry a signed webhook after a 4xx', async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    system.receiver.respondWith(400);
    await system.place(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await system.journal()).toMatch(/"webhook-attempt".*"tries":1,"done":true/);
    }, WAIT);
  });

  it('delivers pending webhooks after a restart, signed with the same secret', async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    system.receiver.respondWith(503);
    await system.place(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await system.journal()).toContain('"webhook-attempt"');
    }, WAIT);
    await system.kill();
    system.receiver.respondWith(undefined);
    await vi.waitFor(() => {
      expect(system.receiver.received).toContainEqual(
        expect.objectContaining({
          signed: true,
          report: expect.objectContaining({ to: '12025550001', outcome: 'success' }) as unknown,
        }),
      );
    }, WAIT);
  });

  it('calls every number exactly once however often it is killed', { timeout: 60_000 }, async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    const drops = Array.from({ length: FULL ? 300 : 120 }, (_, n) =>
      dropTo(`1202555${String(1000 + n)}`, `c1-${String(n)}-1`),
    );
    for (let start = 0; start < drops.length; start += 30) {
      const placements = drops.slice(start, start + 30).map(system.place);
      // Mid-batch: some requests are recorded without a response, others have not been read.
      await Promise.race(placements);
      await system.kill();
      await Promise.all(placements);
    }
    await vi.waitFor(async () => {
      const called = (await system.record('?campaign=c1')).map(
        ({ attemptId, deliveries }) => `${attemptId} ${String(deliveries)}`,
      );
      expect(called.sort()).toEqual(drops.map(({ attemptId }) => `${attemptId} 1`).sort());
    }, WAIT);
    await vi.waitFor(
      () => {
        expect(new Set(system.reports().map(({ to }) => to)).size).toBe(drops.length);
      },
      { timeout: 40_000, interval: 100 },
    );
    const callbacks = system.reports().flatMap(({ attemptId }) => attemptId ?? []);
    expect(new Set(callbacks).size).toBe(callbacks.length);
  });
});
