import type { Connection } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import type { StoredObjects } from '#server/platform/module/stored-objects.ts';
import { createOneRun } from '#server/platform/lib/concurrency/one-run.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { ErasePreviews, FindPreviewRecording } from './api.ts';
import { eraseAllPreviews, erasePreviews, sweepPreviews } from './erase-previews.ts';
import { previewKey, spokenHash, type PreviewDeps } from './preview-deps.ts';
import { createPreviewCountModel, createPreviewLimit } from './preview-limit-store.ts';
import { makePreviews } from './make-preview.ts';
import { previewJobKinds } from './preview-jobs.ts';
import { createPreviewModel, PreviewStore } from './preview-store.ts';
import { createPreviewsRouter } from './previews-router.ts';

/** What previews need of the app. */
interface PreviewNeeds extends Pick<PreviewDeps, 'clock' | 'log'> {
  connection: Connection;
  providers: Pick<PreviewDeps, 'speech'> & { objects: { store: PreviewDeps['objects'] } };
  campaignVoices: PreviewDeps['voices'];
  campaigns: Pick<PreviewDeps, 'messages' | 'assertSubscribed'>;
  drops: { spokenTexts: PreviewDeps['spoken'] };
  queues: { previews: PreviewDeps['jobs'] };
  keys: Pick<PreviewDeps, 'idempotencyKeys'>;
}

/** Creates the previews of messages: their procedures, and what makes and erases their recordings. */
export function createPreviewsFeature(app: PreviewNeeds) {
  const { connection, log, providers } = app;
  const model = createPreviewModel(connection);
  const deps: PreviewDeps = {
    log,
    clock: app.clock,
    objects: providers.objects.store,
    speech: providers.speech,
    get voices() {
      return app.campaignVoices;
    },
    get messages() {
      return app.campaigns.messages;
    },
    get spoken() {
      return app.drops.spokenTexts;
    },
    assertSubscribed: (uid) => app.campaigns.assertSubscribed(uid),
    previews: new PreviewStore(model),
    limit: createPreviewLimit(connection),
    jobs: app.queues.previews,
    idempotencyKeys: app.keys.idempotencyKeys,
    oneRun: createOneRun(),
  };
  const findRecording: FindPreviewRecording = async (providerVoiceId, text) => {
    const preview = await deps.previews.bySpoken(spokenHash(providerVoiceId, text));
    return preview && deps.objects.read(previewKey(preview));
  };
  const erase: ErasePreviews = (userId, voiceId) => erasePreviews(deps, { userId, voiceId });
  const make = (userId: string, control: JobControl) => makePreviews(deps, userId, control);
  const stored: StoredObjects[] = [
    { prefix: 'previews/', referenced: (keys) => deps.previews.referenced(keys) },
  ];
  return {
    router: createPreviewsRouter(deps),
    findRecording,
    erase,
    erasure: [{ name: 'previews', erase: ({ uid }: { uid: string }) => eraseAllPreviews(deps, uid) }],
    make,
    jobs: previewJobKinds(make),
    duties: [
      {
        name: 'sweep-previews',
        everyMs: 2 * MINUTE_MS,
        run: ({ signal }) => sweepPreviews(deps, signal),
      },
    ] satisfies Duty[],
    /** Recordings of previews in the object store. */
    stored,
    models: [model, createPreviewCountModel(connection)] as const,
  };
}
