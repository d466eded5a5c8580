import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropTo, PATIENT, startCarrierTestSystem, type CarrierTestSystem } from './carrier-harness.ts';

describe('the local carrier', () => {
  let system: CarrierTestSystem;

  beforeEach(async () => {
    system = await startCarrierTestSystem();
  });

  afterEach(() => system.stop());

  it('ends each call as the last four digits of the number say', async () => {
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
    }, PATIENT);
    for (const [to, word, outcome, code] of expected) {
      expect(system.reports()).toContainEqual(expect.objectContaining({ to, outcome, code }));
      expect(await system.record(`?phone=${to}`)).toEqual([
        expect.objectContaining({ outcome: word, text: 'Hello', deliveries: 1 }),
      ]);
    }
  });

  it('accepts a number ending in 0008 and never reports it', async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    await system.place(dropTo('12025550008'));
    await system.place(dropTo('12025550001'));
    await vi.waitFor(() => {
      expect(system.reports()).toHaveLength(2);
    }, PATIENT);
    expect(system.reports().map(({ to }) => to)).toEqual(['12025550001', '12025550001']);
    expect(await system.record('?phone=12025550008')).toMatchObject([
      { outcome: 'never reported', deliveries: 1 },
    ]);
  });

  it('answers 500 twice for a number ending in 0009, and then works', async () => {
    const drop = dropTo('12025550009');
    const kinds = [
      (await system.carrier.place(drop)).kind,
      (await system.carrier.place(drop)).kind,
      (await system.carrier.place(drop)).kind,
    ];
    expect(kinds).toEqual(['unavailable', 'unavailable', 'accepted']);
    await vi.waitFor(() => {
      expect(system.reports()).toContainEqual(expect.objectContaining({ to: drop.to, outcome: 'success' }));
    }, PATIENT);
  });

  it('tells of wrong credentials in the callback only', async () => {
    const stranger = system.newClient('wrong');
    await stranger.place(dropTo('12025550001'));
    await vi.waitFor(() => {
      expect(system.reports()).toMatchObject([{ code: '3007', outcome: 'failed', accountFault: true }]);
    }, PATIENT);
    expect(await system.record()).toMatchObject([{ deliveries: 0 }]);
    stranger.close();
  });

  it('shows drops by number and by campaign', async () => {
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

  it('has one webhook for all processes that subscribe to the same address', async () => {
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

  it('tries a signed webhook again after 5xx, but not the callback', async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    system.receiver.answerWith(503);
    await system.place(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await system.journal()).toContain('"told"');
    }, PATIENT);
    system.receiver.answerWith(undefined);
    await vi.waitFor(() => {
      expect(system.receiver.received.map(({ signed }) => signed)).toEqual([true]);
    }, PATIENT);
  });

  it('does not try a signed webhook again after a 4xx', async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    system.receiver.answerWith(400);
    await system.place(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await system.journal()).toMatch(/"told".*"tries":1,"done":true/);
    }, PATIENT);
  });

  it('takes up after its own restart what it had not told, signed with the same secret', async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    system.receiver.answerWith(503);
    await system.place(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await system.journal()).toContain('"told"');
    }, PATIENT);
    await system.kill();
    system.receiver.answerWith(undefined);
    await vi.waitFor(() => {
      expect(system.receiver.received).toContainEqual(
        expect.objectContaining({
          signed: true,
          report: expect.objectContaining({ to: '12025550001', outcome: 'success' }) as unknown,
        }),
      );
    }, PATIENT);
  });

  it('calls everybody exactly once, whenever it is killed', { timeout: 60_000 }, async () => {
    await system.carrier.subscribe(system.receiver.webhookUrl);
    const drops = Array.from({ length: 300 }, (_, n) =>
      dropTo(`1202555${String(1000 + n)}`, `c1-${String(n)}-1`),
    );
    for (let start = 0; start < drops.length; start += 30) {
      const answers = drops.slice(start, start + 30).map(system.place);
      // In the middle of the batch: some of it is recorded and not answered, some of it not even read.
      await Promise.race(answers);
      await system.kill();
      await Promise.all(answers);
    }
    await vi.waitFor(async () => {
      const called = (await system.record('?campaign=c1')).map(
        ({ attemptId, deliveries }) => `${attemptId} ${String(deliveries)}`,
      );
      expect(called.sort()).toEqual(drops.map(({ attemptId }) => `${attemptId} 1`).sort());
    }, PATIENT);
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
