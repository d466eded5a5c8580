import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { carrierContract } from '#server/providers/carrier/contract.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import type { Drop, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { startReportReceiver, type ReportReceiver } from '#server/testing/report-receiver.ts';
import type { DropView } from './carrier-book.ts';
import { startLocalCarrier, type LocalCarrier } from './carrier.ts';

const QUICK = { min: 5, max: 20 };
const PATIENT = { timeout: 20_000, interval: 25 };

const newDataDir = () => mkdtemp(join(tmpdir(), 'hark-carrier-'));

function adapter(local: LocalCarrier, callbackUrl: string): VoicemailCarrier {
  return createDropCowboyCarrier({
    ...local,
    phoneLineId: 'local',
    callbackUrl,
    clock: systemClock,
    maxConnections: 16,
    timeoutMs: 5_000,
  });
}

carrierContract('The Drop Cowboy adapter with the local carrier', async (callbackUrl) => {
  const dataDir = await newDataDir();
  const local = await startLocalCarrier({ dataDir, reportDelay: QUICK });
  return {
    carrier: adapter(local, callbackUrl),
    numbers: { success: '12025550001', busy: '12025550006', doNotCall: '12025550007' },
    async stop() {
      await local.release();
      await rm(dataDir, { recursive: true });
    },
  };
});

describe('the local carrier', () => {
  let dataDir: string;
  let local: LocalCarrier;
  let receiver: ReportReceiver;
  let carrier: VoicemailCarrier;

  beforeEach(async () => {
    dataDir = await newDataDir();
    local = await startLocalCarrier({ dataDir, reportDelay: QUICK });
    receiver = await startReportReceiver(() => carrier);
    carrier = adapter(local, receiver.callbackUrl);
  });

  afterEach(async () => {
    carrier.close();
    await local.release();
    await receiver.close();
    await rm(dataDir, { recursive: true });
  });

  const dropTo = (to: string, attemptId = `c1-${to}-1`): Drop => ({
    attemptId,
    to,
    content: { kind: 'text', text: 'Hello', voiceId: 'v' },
  });
  const reports = () => receiver.received.flatMap(({ report }) => (report === undefined ? [] : [report]));

  async function record(query = ''): Promise<DropView[]> {
    const answer = await fetch(`${local.baseUrl}/drops${query}`, {
      headers: { 'x-key': local.key, 'x-secret': local.secret },
    });
    return (await answer.json()) as DropView[];
  }

  /** Kills the carrier; its note may still name the one before, so this tries until a process is hit. */
  async function killCarrier(): Promise<void> {
    await vi.waitFor(async () => {
      const note = JSON.parse(await readFile(join(dataDir, 'run', 'carrier.json'), 'utf8')) as {
        serving?: { pid: number };
      };
      process.kill(note.serving?.pid ?? expect.fail('not serving'), 'SIGKILL');
    }, PATIENT);
  }

  /** Places a drop until the carrier says that it has it, as the drop engine does. */
  async function placeUntilAccepted(drop: Drop): Promise<void> {
    await vi.waitFor(async () => {
      expect(await carrier.place(drop)).toMatchObject({ kind: 'accepted' });
    }, PATIENT);
  }

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
    for (const [to] of expected) await placeUntilAccepted(dropTo(to));
    await vi.waitFor(() => {
      expect(reports()).toHaveLength(expected.length);
    }, PATIENT);
    for (const [to, word, outcome, code] of expected) {
      expect(reports()).toContainEqual(expect.objectContaining({ to, outcome, code }));
      expect(await record(`?phone=${to}`)).toEqual([
        expect.objectContaining({ outcome: word, text: 'Hello', deliveries: 1 }),
      ]);
    }
  });

  it('accepts a number ending in 0008 and never reports it', async () => {
    await carrier.subscribe(receiver.webhookUrl);
    await placeUntilAccepted(dropTo('12025550008'));
    await placeUntilAccepted(dropTo('12025550001'));
    await vi.waitFor(() => {
      expect(reports()).toHaveLength(2);
    }, PATIENT);
    expect(reports().map(({ to }) => to)).toEqual(['12025550001', '12025550001']);
    expect(await record('?phone=12025550008')).toMatchObject([{ outcome: 'never reported', deliveries: 1 }]);
  });

  it('answers 500 twice for a number ending in 0009, and then works', async () => {
    const drop = dropTo('12025550009');
    const kinds = [
      (await carrier.place(drop)).kind,
      (await carrier.place(drop)).kind,
      (await carrier.place(drop)).kind,
    ];
    expect(kinds).toEqual(['unavailable', 'unavailable', 'accepted']);
    await vi.waitFor(() => {
      expect(reports()).toContainEqual(expect.objectContaining({ to: drop.to, outcome: 'success' }));
    }, PATIENT);
  });

  it('tells of wrong credentials in the callback only', async () => {
    const stranger = createDropCowboyCarrier({
      ...local,
      secret: 'wrong',
      phoneLineId: 'local',
      callbackUrl: receiver.callbackUrl,
      clock: systemClock,
    });
    await stranger.place(dropTo('12025550001'));
    await vi.waitFor(() => {
      expect(reports()).toMatchObject([{ code: '3007', outcome: 'failed', accountFault: true }]);
    }, PATIENT);
    expect(await record()).toMatchObject([{ deliveries: 0 }]);
    stranger.close();
  });

  it('shows drops by number and by campaign', async () => {
    await placeUntilAccepted(dropTo('12025550001', 'spring-0-1'));
    await placeUntilAccepted(dropTo('12025551111', 'spring-1-1'));
    await placeUntilAccepted(dropTo('12025550001', 'autumn-0-1'));
    expect((await record('?campaign=spring')).map(({ attemptId }) => attemptId)).toEqual([
      'spring-0-1',
      'spring-1-1',
    ]);
    expect((await record('?phone=%2B1%20202%20555%200001')).map(({ attemptId }) => attemptId)).toEqual([
      'spring-0-1',
      'autumn-0-1',
    ]);
    expect(await record('?campaign=winter')).toEqual([]);
  });

  it('has one webhook for all processes that subscribe to the same address', async () => {
    const other = adapter(local, receiver.callbackUrl);
    await Promise.all([carrier.subscribe(receiver.webhookUrl), other.subscribe(receiver.webhookUrl)]);
    await other.subscribe(receiver.webhookUrl);
    other.close();
    const lines = (await readFile(join(dataDir, 'carrier', 'record.jsonl'), 'utf8')).split('\n');
    expect(lines.filter((line) => line.includes('"type":"webhook"'))).toHaveLength(1);
  });

  it('tries a signed webhook again after 5xx, but not the callback', async () => {
    await carrier.subscribe(receiver.webhookUrl);
    receiver.answerWith(503);
    await placeUntilAccepted(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await readFile(join(dataDir, 'carrier', 'record.jsonl'), 'utf8')).toContain('"told"');
    }, PATIENT);
    receiver.answerWith(undefined);
    await vi.waitFor(() => {
      expect(receiver.received.map(({ signed }) => signed)).toEqual([true]);
    }, PATIENT);
  });

  it('does not try a signed webhook again after a 4xx', async () => {
    await carrier.subscribe(receiver.webhookUrl);
    receiver.answerWith(400);
    await placeUntilAccepted(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await readFile(join(dataDir, 'carrier', 'record.jsonl'), 'utf8')).toMatch(
        /"told".*"tries":1,"done":true/,
      );
    }, PATIENT);
  });

  it('takes up after its own restart what it had not told, signed with the same secret', async () => {
    await carrier.subscribe(receiver.webhookUrl);
    receiver.answerWith(503);
    await placeUntilAccepted(dropTo('12025550001'));
    await vi.waitFor(async () => {
      expect(await readFile(join(dataDir, 'carrier', 'record.jsonl'), 'utf8')).toContain('"told"');
    }, PATIENT);
    await killCarrier();
    receiver.answerWith(undefined);
    await vi.waitFor(() => {
      expect(receiver.received).toContainEqual(
        expect.objectContaining({
          signed: true,
          report: expect.objectContaining({ to: '12025550001', outcome: 'success' }) as unknown,
        }),
      );
    }, PATIENT);
  });

  it('calls everybody exactly once, whenever it is killed', { timeout: 60_000 }, async () => {
    await carrier.subscribe(receiver.webhookUrl);
    const drops = Array.from({ length: 300 }, (_, n) =>
      dropTo(`1202555${String(1000 + n)}`, `c1-${String(n)}-1`),
    );
    for (let start = 0; start < drops.length; start += 30) {
      const answers = drops.slice(start, start + 30).map(placeUntilAccepted);
      // In the middle of the batch: some of it is recorded and not answered, some of it not even read.
      await Promise.race(answers);
      await killCarrier();
      await Promise.all(answers);
    }
    await vi.waitFor(async () => {
      const called = (await record('?campaign=c1')).map(
        ({ attemptId, deliveries }) => `${attemptId} ${String(deliveries)}`,
      );
      expect(called.sort()).toEqual(drops.map(({ attemptId }) => `${attemptId} 1`).sort());
    }, PATIENT);
    await vi.waitFor(
      () => {
        expect(new Set(reports().map(({ to }) => to)).size).toBe(drops.length);
      },
      { timeout: 40_000, interval: 100 },
    );
    const callbacks = reports().flatMap(({ attemptId }) => attemptId ?? []);
    expect(new Set(callbacks).size).toBe(callbacks.length);
  });
});
