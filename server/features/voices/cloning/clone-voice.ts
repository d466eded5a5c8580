import { MINUTE_MS } from '#shared/time-units.ts';
import { isSilent, recordingWarnings, type RecordingLevel } from '#shared/voices/recording-quality.ts';
import { whileRenewed } from '#server/platform/lib/concurrency/while-renewed.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { taggedName, type ClonedVoice } from '#server/providers/speech/port.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import type { VoiceDeps } from '../voice-deps.ts';
import type { VoiceRecord } from '../voice-store.ts';
import type { CloneResult } from './clone-store.ts';
import { measureRecording } from './measure-recording.ts';

/** A process that dies during an attempt delays the next one by no more than this. */
const LEASE_MS = 15_000;
const RENEW_MS = 4_000;
/** The delay after the first attempt that the provider could not take; it doubles with each further one. */
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 10 * MINUTE_MS;
/** Providers limit the length of a name, which ends with the id of the voice. */
const MAX_TITLE = 60;

/** A shorter silence may be cut off, and costs nothing to try. */
const CERTAIN_SILENCE_SECONDS = 3;

const SILENT = 'The recording is silent.';
const MISSING = 'The recording is missing. Delete this voice and add it again.';
const BUSY = 'The voice service is busy. Hark tries again by itself.';
const UNVERIFIED = 'The voice service wants to verify this voice first.';

/**
 * Makes one attempt to clone a voice at the speech provider, before it is due if `early`. Returns the result; `undefined`
 * if no attempt is needed or another one is in progress. Once `signal` is aborted, an attempt for which the provider was not asked
 * is given back to another worker. Rejects with errors that are not the provider's.
 */
export async function cloneVoice(
  deps: VoiceDeps,
  vid: string,
  { early = false, signal }: { early?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<CloneResult['kind'] | undefined> {
  const { clones, clock, jobs } = deps;
  const lease = newId();
  const voice = await clones.claim(vid, {
    lease,
    now: clock.now(),
    leaseUntil: fromNow(clock, LEASE_MS),
    early,
  });
  if (voice === undefined) return undefined;
  const renew = () => clones.renew(vid, lease, fromNow(clock, LEASE_MS));
  // A lost lease is harmless: of two clones one is deleted.
  const ignore = () => undefined;
  return whileRenewed(RENEW_MS, renew, ignore, async () => {
    const result = await attempt(deps, voice, signal);
    const stored = await clones.end(vid, lease, result, clock.now());
    if (result.kind === 'cloned' && stored !== result.providerVoiceId)
      await deps.speech.deleteVoice(result.providerVoiceId);
    if (result.kind === 'stopped') await jobs.advance(vid);
    if (result.kind === 'postponed') await jobs.advance(vid, result.dueAt);
    return result.kind;
  });
}

/** Examines the recording and clones the voice; an error of the provider becomes a result. */
async function attempt(
  deps: VoiceDeps,
  voice: VoiceRecord,
  signal: AbortSignal | undefined,
): Promise<CloneResult> {
  let warnings: string[] | undefined;
  try {
    const recording = voice.objectKey === undefined ? undefined : await deps.objects.read(voice.objectKey);
    if (recording === undefined) return { kind: 'failed', failure: MISSING };
    const level = (await measureRecording(recording))?.level();
    if (level !== undefined && isCertainlySilent(level))
      return { kind: 'failed', failure: SILENT, warnings: [] };
    warnings = level === undefined ? [] : recordingWarnings(level);
    // What the provider is asked for may be made, so that it is waited for.
    if (signal?.aborted === true) return { kind: 'stopped' };
    const { id, isReady } = await cloneOnce(deps, voice, recording);
    // Only the operator can have it verified; until then it is found again by its name.
    if (!isReady) throw new ProviderAccountFault(UNVERIFIED, 'requires_verification');
    return { kind: 'cloned', providerVoiceId: id, warnings };
  } catch (error) {
    if (error instanceof ProviderRejected) return { kind: 'failed', failure: error.message, warnings };
    if (!(error instanceof ProviderUnavailable)) throw error;
    const count = voice.clone?.count ?? 1;
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - 1));
    return {
      kind: 'postponed',
      problem: problemOf(deps, voice, error),
      dueAt: fromNow(deps.clock, delay),
      warnings,
    };
  }
}

/** Logs why a voice has to wait, as an error where only the operator can change it, and returns it for its owner. */
function problemOf({ log }: VoiceDeps, { _id: vid }: VoiceRecord, error: ProviderUnavailable): string {
  if (error instanceof ProviderAccountFault) {
    log.error({ err: error, vid }, 'the speech provider refuses a voice because of our account');
    return `${error.message} Your recording is kept, and Hark tries again by itself.`;
  }
  log.warn({ err: error, vid }, 'a voice cannot be cloned now');
  return BUSY;
}

function isCertainlySilent(level: RecordingLevel): boolean {
  return isSilent(level) && level.seconds >= CERTAIN_SILENCE_SECONDS;
}

/** Returns the clone that an earlier attempt made before its process died, or a new one. */
async function cloneOnce({ speech }: VoiceDeps, voice: VoiceRecord, recording: Buffer): Promise<ClonedVoice> {
  const { _id: vid, title, clone } = voice;
  const [existing, ...surplus] = (clone?.count ?? 1) > 1 ? await speech.findVoices(vid) : [];
  for (const { id } of surplus) await speech.deleteVoice(id);
  return existing ?? speech.cloneVoice(taggedName(title.slice(0, MAX_TITLE), vid), recording);
}
