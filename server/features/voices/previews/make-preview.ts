import { HOUR_MS } from '#shared/time-units.ts';
import { mp3Seconds } from '#shared/voices/mp3-frames.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { whileRenewed } from '#server/platform/lib/concurrency/while-renewed.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { allEnded } from '#server/platform/lib/concurrency/run-all.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import { previewKey, spokenHash, type PreviewDeps } from './preview-deps.ts';
import type { ClaimedPreview } from './preview-store.ts';
import { waveformOf } from './waveform-of.ts';

/** A holder that has not renewed its claim for this long counts as dead. */
const LEASE_MS = 15_000;
const RENEW_MS = 2_000;
/** Previews of a user that a worker makes at the same time. */
const AT_ONCE = 2;
/** A text that stops its process this often is given up. */
const MAX_ATTEMPTS = 3;
/** How long a recording is kept. Long enough for a draft; its text may contain names. */
const READY_FOR_MS = 3 * 24 * HOUR_MS;
const FAILED_FOR_MS = HOUR_MS;

const UNAVAILABLE = 'The message cannot be spoken at the moment. Please try again.';

/**
 * Makes the previews of a user that are due: has each spoken, stores it and records its length, or why that failed. Several
 * calls at once, in any workers, speak each once. Begins none after the signal. Returns when the next one is due, which another
 * worker makes or which is tried again; nothing if a call for this user is running, as that one goes on.
 */
export async function makePreviews(
  deps: PreviewDeps,
  userId: string,
  control: JobControl,
): Promise<Date | undefined> {
  const { previews, clock } = deps;
  const claim = (now: Date, until: Date) => previews.claim(userId, now, until, newId());
  const makeDue = async () => {
    const options = { clock, leaseMs: LEASE_MS, signal: control.signal };
    for await (const claimed of dueRecords(claim, options)) await makeHeld(deps, claimed, control);
  };
  const isRun = await deps.oneRun(userId, () => allEnded(Array.from({ length: AT_ONCE }, makeDue)));
  return isRun ? previews.nextDue(userId) : undefined;
}

async function makeHeld(deps: PreviewDeps, claimed: ClaimedPreview, control: JobControl): Promise<void> {
  const { previews, clock, log } = deps;
  const renew = () => Promise.all([previews.renew(claimed, fromNow(clock, LEASE_MS)), control.heartbeat()]);
  const onError = (err: unknown) => {
    log.warn({ err }, 'the claim of a preview could not be renewed');
  };
  await whileRenewed(RENEW_MS, renew, onError, () => makeClaimed(deps, claimed));
}

async function makeClaimed(deps: PreviewDeps, claimed: ClaimedPreview): Promise<void> {
  // Each attempt may have been paid for.
  if (claimed.attempts > MAX_ATTEMPTS)
    return fail(deps, claimed, 'The message could not be spoken.', { isPaid: true });
  const { objects, previews } = deps;
  let isPaid = false;
  try {
    const { recording, providerVoiceId, isNew } = await record(deps, claimed);
    isPaid = isNew;
    // Not stored if it was erased meanwhile.
    if (!(await previews.renew(claimed, fromNow(deps.clock, LEASE_MS)))) return;
    await objects.put(previewKey(claimed), recording, 'audio/mpeg');
    const isRecorded = await previews.finish(claimed, {
      spoken: spokenHash(providerVoiceId, claimed.text ?? ''),
      seconds: mp3Seconds(recording),
      waveform: await waveformOf(deps, claimed, recording),
      dueAt: fromNow(deps.clock, READY_FOR_MS),
    });
    if (isRecorded && !isNew) await uncount(deps, claimed);
    // Without a record nothing else would delete it.
    if (!isRecorded && (await previews.byId(claimed._id)) === undefined)
      await objects.delete(previewKey(claimed));
  } catch (error) {
    await failFor(deps, claimed, error, isPaid);
  }
}

/** A recording, and whether it was spoken for this preview. */
interface Recorded {
  recording: Buffer;
  providerVoiceId: string;
  isNew: boolean;
}

/** Returns the recording that a campaign has made of the text, or has it spoken. */
async function record(deps: PreviewDeps, claimed: ClaimedPreview): Promise<Recorded> {
  const { spoken, speech, objects } = deps;
  const { userId, voiceId, text = '', providerVoiceId, attempts } = claimed;
  const read = async (voice: string): Promise<Recorded | undefined> => {
    const recording = await spoken.read(voice, text);
    return recording && { recording, providerVoiceId: voice, isNew: false };
  };
  // The voice of a campaign may be deleted while its recordings are kept.
  const kept = providerVoiceId === undefined ? undefined : await read(providerVoiceId);
  if (kept !== undefined) return kept;
  const voice = await usableVoice(deps, userId, voiceId);
  const found = voice === providerVoiceId ? undefined : await read(voice);
  if (found !== undefined) return found;
  // Stored by a process that died before it could record that.
  const stored = attempts > 1 ? await objects.read(previewKey(claimed)) : undefined;
  return { recording: stored ?? (await speech.speak(voice, text)), providerVoiceId: voice, isNew: true };
}

async function usableVoice({ voices }: PreviewDeps, userId: string, voiceId: string): Promise<string> {
  const found = await voices.find(userId, voiceId);
  if (found.kind !== 'own') throw new AppError('NOT_FOUND', 'This voice was deleted.');
  return found.voice.providerVoiceId;
}

/** Records the error of a provider; any other is left to the next attempt. */
async function failFor(
  deps: PreviewDeps,
  claimed: ClaimedPreview,
  error: unknown,
  isPaid: boolean,
): Promise<void> {
  deps.log.warn({ err: error, previewId: claimed._id }, 'a preview could not be made');
  // Only the store fails after that.
  if (isPaid && (error instanceof ProviderRejected || error instanceof ProviderUnavailable))
    return fail(deps, claimed, UNAVAILABLE, { isPaid });
  if (error instanceof ProviderRejected)
    return fail(deps, claimed, `This message cannot be spoken: ${error.message}`);
  if (error instanceof ProviderUnavailable) return fail(deps, claimed, UNAVAILABLE);
  if (error instanceof AppError) return fail(deps, claimed, error.message);
  return undefined;
}

/** Records why a preview failed. It does not count towards the limit, unless it was spoken nevertheless. */
async function fail(
  deps: PreviewDeps,
  claimed: ClaimedPreview,
  reason: string,
  { isPaid = false } = {},
): Promise<void> {
  const isRecorded = await deps.previews.finish(claimed, {
    reason,
    dueAt: fromNow(deps.clock, FAILED_FOR_MS),
  });
  if (isRecorded && !isPaid) await uncount(deps, claimed);
}

/** Takes a preview back from the limit if it counted. */
async function uncount({ limit }: PreviewDeps, { userId, counted }: ClaimedPreview): Promise<void> {
  if (counted === true) await limit.refund(userId);
}
