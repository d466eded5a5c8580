import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import type { Drop, DropReport, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { startReportReceiver } from '#server/testing/http/report-receiver.ts';
import type { DropView } from '#server/emulators/carrier/read-model.ts';
import { startLocalCarrier } from '#server/emulators/carrier/carrier.ts';

export const WAIT = { timeout: 20_000, interval: 25 };

export const newDataDir = () => mkdtemp(join(tmpdir(), 'hark-carrier-'));

export const dropTo = (to: string, attemptId = `c1-${to}-1`): Drop => ({
  attemptId,
  to,
  content: { kind: 'text', text: 'Hello', voiceId: 'v' },
});

export type CarrierTestSystem = Awaited<ReturnType<typeof startCarrierTestSystem>>;

/** Starts the local carrier in its own process, a client for it, and an HTTP server that receives its reports. */
export async function startCarrierTestSystem() {
  const dataDir = await newDataDir();
  const local = await startLocalCarrier({ dataDir, reportDelay: { min: 5, max: 20 } });
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
    /** Creates another client; one with a different secret has wrong credentials. */
    newClient,
    /** Sends an authenticated request to the carrier. */
    request: (path: string, request: RequestInit = {}) =>
      fetch(`${local.baseUrl}${path}`, { headers: credentials, ...request }),
    /** The final reports received so far. */
    reports: (): DropReport[] =>
      receiver.received.flatMap(({ report }) => (report === undefined ? [] : [report])),
    /** Returns the body of `GET /drops`. */
    async record(query = ''): Promise<DropView[]> {
      const response = await fetch(`${local.baseUrl}/drops${query}`, { headers: credentials });
      return (await response.json()) as DropView[];
    },
    /** Reads the carrier's journal from disk. */
    journal: () => readFile(join(dataDir, 'carrier', 'record.jsonl'), 'utf8'),
    /** Places a drop and retries until the carrier accepts it, as the drop engine does. */
    async place(drop: Drop): Promise<void> {
      await vi.waitFor(async () => {
        expect(await carrier.place(drop)).toMatchObject({ kind: 'accepted' });
      }, WAIT);
    },
    /** Kills the carrier. Retries, since the handshake file may still name the previous process. */
    async kill(): Promise<void> {
      await vi.waitFor(async () => {
        const handshake = JSON.parse(await readFile(join(dataDir, 'run', 'carrier.json'), 'utf8')) as {
          serving?: { pid: number };
        };
        process.kill(handshake.serving?.pid ?? expect.fail('not serving'), 'SIGKILL');
      }, WAIT);
    },
    async stop(): Promise<void> {
      carrier.close();
      await local.release();
      await receiver.close();
      // The process may still write files for a moment after its release.
      await rm(dataDir, { recursive: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
