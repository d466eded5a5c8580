import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { UsableVoice } from './api.ts';
import { cloneVoice } from './cloning/clone-voice.ts';
import { findActiveVoice } from './library.ts';
import type { VoiceDeps } from './voice-deps.ts';

/** How often, and at which interval, an attempt of another process is waited for: 20 seconds in all. */
const WAITS = 80;
const WAIT_MS = 250;

/**
 * Returns the user's active voice. One that has just been uploaded is cloned at once, or another process's attempt is
 * waited for. Throws INVALID_INPUT if it cannot be cloned, CONFLICT while the provider cannot take it.
 */
export async function findUsableVoice(
  deps: VoiceDeps,
  uid: string,
  vid: string,
): Promise<UsableVoice | undefined> {
  for (let waits = 0; waits < WAITS; waits++) {
    const voice = await findActiveVoice(deps, uid, vid);
    if (voice === undefined) return undefined;
    const { title, providerVoiceId, clone } = voice;
    if (providerVoiceId !== undefined) return { id: vid, title, providerVoiceId };
    if (clone?.failure !== undefined) throw unusable(clone.failure);
    const result = await cloneVoice(deps, vid, { early: true });
    if (result === 'postponed') break;
    if (result === undefined) await sleep(WAIT_MS);
  }
  const problem = (await findActiveVoice(deps, uid, vid))?.clone?.problem;
  throw new AppError('CONFLICT', `This voice is still being prepared. ${problem ?? 'Please try again.'}`);
}

function unusable(reason: string): AppError {
  return invalidField('voice_id', reason, `This voice cannot be used: ${reason}`);
}
