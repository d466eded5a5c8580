import { deleteAssets } from './delete-voice.ts';
import type { VoiceDeps } from './voice-deps.ts';

/**
 * Erases all voices of an account that is being erased: recordings, clones at the speech provider and records, also of
 * voices that campaigns use. Returns false while an upload may still arrive or a provider is unavailable; call it again
 * then. Repeatable.
 */
export async function eraseVoices(deps: VoiceDeps, uid: string): Promise<boolean> {
  for (const found of await deps.store.ofUser(uid)) {
    const deleted =
      found.state === 'deleted' ? found : await deps.store.transition(found._id, found.state, 'deleted');
    // A voice that another request has just changed is left to the next call.
    if (deleted !== undefined) await deleteAssets(deps, deleted);
  }
  return (await deps.store.ofUser(uid)).length === 0;
}
