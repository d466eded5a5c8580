import { AppError } from '#server/platform/lib/errors.ts';
import { cloneVoice } from './cloning/clone-voice.ts';
import { finishDeletion } from './delete-voice.ts';
import { settleUpload } from './settle-upload.ts';
import type { VoiceDeps } from './voice-deps.ts';

/**
 * Does what the state of a voice requires: checks its upload, clones it unless `signal` is aborted before, or finishes its deletion.
 * Repeatable.
 */
export async function advanceVoice(deps: VoiceDeps, vid: string, signal?: AbortSignal): Promise<void> {
  const voice = await deps.store.byId(vid);
  if (voice === undefined) return;
  switch (voice.state) {
    case 'pending':
      return settleUpload(deps, voice);
    case 'active':
      await cloneVoice(deps, vid, { signal });
      return;
    case 'deleting':
    case 'deleted':
      // Still used by a campaign: the voice is active again.
      return finishDeletion(deps, voice).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
  }
}
