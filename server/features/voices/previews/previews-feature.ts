import type { Connection } from 'mongoose';
import { MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import type { StoredObjects } from '#server/platform/module/stored-objects.ts';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import { createFairLimit } from '#server/platform/lib/concurrency/fair-limit.ts';
import { createSingleFlight } from '#server/platform/lib/concurrency/single-flight.ts';
import type { ErasePreviews, FindPreviewRecording } from './api.ts';
import { eraseAllPreviews, erasePreviews, sweepPreviews } from './erase-previews.ts';
import { previewKey, spokenHash, type PreviewDeps } from './preview-deps.ts';
import { createPreviewCountModel, createPreviewLimit } from './preview-limit-store.ts';
import { createPreviewModel, PreviewStore } from './preview-store.ts';
import { createPreviewsRouter } from './previews-router.ts';

/**
 * Previews that a process makes at the same time, and those of one user; campaigns use the rest of the provider's capacity.
 */
const CONCURRENCY = { total: 4, perOwner: 2 };

/** What previews need of the app. */
interface PreviewNeeds extends Pick<PreviewDeps, 'log'> {
  connection: Connection;
  realTime: PreviewDeps['clock'];
  providers: Pick<PreviewDeps, 'speech'> & { objects: { store: PreviewDeps['objects'] } };
  campaignVoices: PreviewDeps['voices'];
  campaigns: Pick<PreviewDeps, 'messages' | 'assertSubscribed'>;
  drops: { spokenTexts: PreviewDeps['spoken'] };
}

/** Creates the previews of messages: their procedures, and what makes and erases their recordings. */
export function createPreviewsFeature(app: PreviewNeeds) {
  const { connection, log, providers } = app;
  const model = createPreviewModel(connection);
  const deps: PreviewDeps = {
    log,
    clock: app.realTime,
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
    singleFlight: createSingleFlight(Infinity),
    fairLimit: createFairLimit(CONCURRENCY),
    background: createBackgroundTasks(log),
  };
  const findRecording: FindPreviewRecording = async (providerVoiceId, text) => {
    const preview = await deps.previews.bySpoken(spokenHash(providerVoiceId, text));
    return preview && deps.objects.read(previewKey(preview));
  };
  const erase: ErasePreviews = (userId, voiceId) => erasePreviews(deps, { userId, voiceId });
  const stored: StoredObjects[] = [{ prefix: 'previews/', named: (keys) => deps.previews.named(keys) }];
  return {
    router: createPreviewsRouter(deps),
    findRecording,
    erase,
    erasure: [{ name: 'previews', erase: ({ uid }: { uid: string }) => eraseAllPreviews(deps, uid) }],
    /** Continues what a dead process left, and erases what has expired. */
    sweep: () => sweepPreviews(deps),
    duties: [
      { name: 'sweep-previews', everyMs: 2 * MINUTE_MS, run: () => sweepPreviews(deps) },
    ] satisfies Duty[],
    /** Resolves when no preview is being made after a request. */
    idle: () => deps.background.idle(),
    idleMs: 2 * SECOND_MS,
    /** Recordings of previews in the object store. */
    stored,
    models: [model, createPreviewCountModel(connection)] as const,
  };
}
