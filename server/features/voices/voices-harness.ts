import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import express from 'express';
import { createLogger } from '#server/platform/lib/log.ts';
import { createLocalObjects, LOCAL_OBJECTS_PATH } from '#server/emulators/objects/local-objects.ts';
import { isTagged } from '#server/providers/speech/port.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { post } from '#server/providers/objects/contract.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { createTestBrowser } from '#server/testing/http/test-browser.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';

export const RECORDING = await melodyMp3(1, 1);

const FILE = { file_name: 'voice.mp3', file_type: 'audio/mpeg' };

/** Starts the voices feature over a real database and an object store served over HTTP. */
export async function startVoices() {
  const database = await testDatabase();
  const folder = await mkdtemp(`${tmpdir()}/hark-voices-`);
  const clock = createTestClock();
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const objects = await createLocalObjects({ folder, publicUrl, clock });
  app.use(LOCAL_OBJECTS_PATH, objects.router);

  /** Names of campaigns in use, by voice id. */
  const openCampaigns = new Map<string, string>();
  const speech = recordingSpeech();
  const scheduled = new Set<string>();
  const alarms: unknown[] = [];
  const log = createLogger('error', { write: (line) => void alarms.push(JSON.parse(line)) });
  const { voices } = composeTestFeatures(database.connection, {
    clock,
    log,
    providers: { objects, speech },
    overrides: {
      jobs: () => NO_JOBS,
      queues: (make) => ({
        ...make(),
        voices: { advance: (vid) => Promise.resolve(void scheduled.add(vid)) },
      }),
      voiceUses: () => ({ openCampaignWith: (_uid, vid) => Promise.resolve(openCampaigns.get(vid)) }),
    },
  });
  await createIndexes(voices);
  const createCaller = createCallerFactory(voices.router);

  return {
    voices,
    clock,
    speech,
    openCampaigns,
    /** What was logged as an error, for operators. */
    alarms,
    objects: objects.store,
    model: voices.models[0],
    /** Returns the procedures called as user `uid`, with an `Idempotency-Key` if one is given. */
    as: (uid: string, idempotencyKey?: string) =>
      createCaller(() => ({
        ...createTestBrowser({ uid, streamId: `stream of ${uid}` }).context(),
        idempotencyKey,
      })),
    /** Runs the scheduled jobs in a worker, which stops once `signal` is aborted. */
    async runJobs(signal = new AbortController().signal) {
      const due = [...scheduled];
      scheduled.clear();
      const control = { signal, heartbeat: () => Promise.resolve() };
      for (const vid of due) for (const { run } of voices.jobs) await run({ vid } as object, control);
    },
    /** Sweeps as the system does: what it schedules runs at once. */
    async sweep() {
      await voices.sweep();
      await this.runJobs();
    },
    anonymous: () => createCaller(() => createTestBrowser().context()),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await database.stop();
      await rm(folder, { recursive: true });
    },
  };
}

type Calls = ReturnType<Awaited<ReturnType<typeof startVoices>>['as']>;

/** Uploads a voice like an API client: begins an upload and posts the file. Returns the voice's id. */
export async function upload(
  call: Calls,
  details: { title?: string; description?: string } = {},
  file = RECORDING,
): Promise<string> {
  const { message, vid } = await call.beginUpload({ ...FILE, ...details });
  const response = await post(message, Buffer.from(file));
  if (!response.ok) throw new Error(`The upload failed with status ${String(response.status)}`);
  return vid;
}

/** Local speech that records its clones; `respond` replaces the provider's next responses. */
function recordingSpeech() {
  const clones = new Map<string, string>();
  /** Clones that wait for a verification. */
  const unverified = new Set<string>();
  const responses: (() => Promise<unknown>)[] = [];
  let count = 0;
  return {
    ...createLocalSpeech(),
    /** Names by the id of the clone. */
    clones,
    unverified,
    respond(...next: (() => Promise<unknown>)[]) {
      responses.push(...next);
    },
    async cloneVoice(name: string) {
      const response = await responses.shift()?.();
      const id = `clone-${String(++count)}`;
      clones.set(id, name);
      if (response === 'unverified') unverified.add(id);
      return { id, isReady: !unverified.has(id) };
    },
    findVoices: (tag: string) =>
      Promise.resolve(
        [...clones]
          .filter(([, name]) => isTagged(name, tag))
          .map(([id]) => ({ id, isReady: !unverified.has(id) })),
      ),
    deleteVoice(id: string) {
      clones.delete(id);
      return Promise.resolve();
    },
  };
}
