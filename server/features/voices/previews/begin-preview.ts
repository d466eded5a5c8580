import { z } from 'zod';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import type { PreviewDeps } from './preview-deps.ts';
import { previewId, previewKey } from './preview-deps.ts';
import type { PreviewRecord } from './preview-store.ts';

/** A text to be spoken in a voice of a user. */
export interface PreviewRequest {
  userId: string;
  voiceId: string;
  text: string;
  /** The voice at the speech provider, where a campaign froze one. */
  providerVoiceId?: string | undefined;
}

/**
 * Returns the preview of a text, once per `Idempotency-Key`: repeated, it returns the first one as it is now. `requestOf`
 * returns the text. Throws as `requestOf` and `beginPreview`, and `AppError` NOT_FOUND once the first one is erased.
 */
export async function beginPreviewOnce(
  deps: PreviewDeps,
  call: IdempotentCall & { user: { uid: string } },
  requestOf: () => Promise<PreviewRequest>,
): Promise<PreviewRecord> {
  const { id } = await runIdempotentCall(deps, call, {
    idsSchema: z.null(),
    resultSchema: z.object({ id: z.string() }),
    ids: null,
    perform: async () => ({ id: (await beginPreview(deps, await requestOf()))._id }),
    lookup: () => Promise.resolve({ kind: 'none' }),
  });
  return ownPreview(deps, call.user.uid, id);
}

/** Returns a preview of a user. Throws `AppError` NOT_FOUND. */
export async function ownPreview(
  { previews }: Pick<PreviewDeps, 'previews'>,
  uid: string,
  id: string,
): Promise<PreviewRecord> {
  const preview = await previews.byId(id);
  if (preview?.userId !== uid || preview.state === 'erased') throw notFound('Preview');
  return preview;
}

/**
 * Returns the preview of a text, and begins to make it unless it exists or is being made. Throws `AppError` without a
 * plan, after too many attempts and, once the user's limit is reached, for a text that has not been spoken.
 */
async function beginPreview(deps: PreviewDeps, request: PreviewRequest): Promise<PreviewRecord> {
  const { previews, limit, clock } = deps;
  const _id = previewId(request);
  const found = await previews.byId(_id);
  if (found !== undefined && (await isUsable(deps, found))) {
    await haveMade(deps, found);
    return found;
  }
  await deps.assertSubscribed(request.userId);
  await limit.attempt(request.userId);
  const isSpoken = await isSpokenByCampaign(deps, request);
  if (!isSpoken) await limit.take(request.userId);
  const begun = { ...request, _id, counted: !isSpoken, dueAt: clock.now() };
  const isBegun = await (found === undefined ? previews.insert(begun) : previews.restart(found, begun));
  if (!isBegun && !isSpoken) await limit.refund(request.userId);
  // Another request may have been faster; its preview is the same.
  const preview = (await previews.byId(_id)) ?? { ...begun, state: 'making', attempts: 0 };
  await haveMade(deps, preview);
  return preview;
}

/** Has a preview made that nobody makes: a new one, or one whose worker died. */
async function haveMade(deps: PreviewDeps, { state, userId, dueAt }: PreviewRecord): Promise<void> {
  if (state === 'making' && dueAt <= deps.clock.now()) await deps.jobs.make(userId);
}

/** Whether a preview is being made, or its recording is there. */
async function isUsable({ objects, clock }: PreviewDeps, preview: PreviewRecord): Promise<boolean> {
  if (preview.state === 'making') return true;
  if (preview.state !== 'ready' || preview.dueAt <= clock.now()) return false;
  return (await objects.stat(previewKey(preview))) !== undefined;
}

async function isSpokenByCampaign(
  { spoken }: PreviewDeps,
  { providerVoiceId, text }: PreviewRequest,
): Promise<boolean> {
  return providerVoiceId !== undefined && spoken.has(providerVoiceId, text);
}
