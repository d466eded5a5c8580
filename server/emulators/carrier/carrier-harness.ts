import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import type { Drop, DropReport, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { startReportReceiver } from '#server/testing/http/report-receiver.ts';
import type { DropView } from './read-model.ts';
import type { FaultInjection } from './carrier-settings.ts';
import { startLocalCarrier } from './carrier.ts';

export const PATIENT = { timeout: 20_000, interval: 25 };

export const newDataDir = () => mkdtemp(join(tmpdir(), 'hark-carrier-'));

export const dropTo = (to: string, attemptId = `c1-${to}-1`): Drop => ({
  attemptId,
  to,
  content: { kind: 'text', text: 'Hello', voiceId: 'v' },
});

export type CarrierTestSystem = Awaited<ReturnType<typeof startCarrierTestSystem>>;

/** The local carrier in its own process, a client of it, and a web server that it reports to. */
export async function startCarrierTestSystem(
  faultInjection: FaultInjection = {},
  reportDelay = { min: 5, max: 20 },
) {
  const dataDir = await newDataDir();
  const local = await startLocalCarrier({ dataDir, reportDelay, faultInjection });
  const receiver = await startReportReceiver(() => carrier);
  const newClient = (secret = local.secret): VoicemailCarrier =>
    createDropCowboyCarrier({
      ...local,
      secret,
      phoneLineId: 'local',
      callbackUrl: receiver.callbackUrl,
      clock: systemClock,
      maxConnections: 16,
      timeoutMs: 5_000,
    });
  const carrier = newClient();
  const credentials = { 'x-key': local.key, 'x-secret': local.secret };
  return {
    dataDir,
    local,
    receiver,
    carrier,
    /** Another client; with another secret than the carrier's, a stranger. */
    newClient,
    /** The carrier's answer to a request of its own kind. */
    ask: (path: string, request: RequestInit = {}) =>
      fetch(`${local.baseUrl}${path}`, { headers: credentials, ...request }),
    /** The final reports that came in. */
    reports: (): DropReport[] =>
      receiver.received.flatMap(({ report }) => (report === undefined ? [] : [report])),
    /** What GET /drops shows. */
    async record(query = ''): Promise<DropView[]> {
      const answer = await fetch(`${local.baseUrl}/drops${query}`, { headers: credentials });
      return (await answer.json()) as DropView[];
    },
    /** The carrier's journal, as it is on the disk. */
    journal: () => readFile(join(dataDir, 'carrier', 'record.jsonl'), 'utf8'),
    /** Places a drop until the carrier says that it has it, as the drop engine does. */
    async place(drop: Drop): Promise<void> {
      await vi.waitFor(async () => {
        expect(await carrier.place(drop)).toMatchObject({ kind: 'accepted' });
      }, PATIENT);
    },
    /** Kills the carrier; its note may still name the one before, so this tries until a process is hit. */
    async kill(): Promise<void> {
      await vi.waitFor(async () => {
        const note = JSON.parse(await readFile(join(dataDir, 'run', 'carrier.json'), 'utf8')) as {
          serving?: { pid: number };
        };
        process.kill(note.serving?.pid ?? expect.fail('not serving'), 'SIGKILL');
      }, PATIENT);
    },
    async stop(): Promise<void> {
      carrier.close();
      await local.release();
      await receiver.close();
      // The carrier's process goes on for a moment after it is released, and may write a file meanwhile.
      await rm(dataDir, { recursive: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
