import { setMaxListeners } from 'node:events';
import type { FrozenSpeech } from '#server/features/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { eraseSpeech } from './erase-speech.ts';
import { whileRenewed } from '#server/platform/lib/concurrency/while-renewed.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { speechId, speechUser, type SpokenText } from './speech-model.ts';
import type { KnownText } from './speech-store.ts';

/** Heartbeat interval of a worker while it speaks. */
const HEARTBEAT_MS = 2_000;

/** Why a batch cannot be placed now. `stopped`: the campaign is not Sending any more, or the worker stops. */
export type BlockReason = 'speech down' | 'carrier down' | 'stopped';

/** The recordings that are ready by text; texts that are not spoken yet are missing. */
type SpokenBatch =
  { kind: 'ready'; texts: ReadonlyMap<string, FrozenSpeech> } | { kind: 'blocked'; reason: BlockReason };

/**
 * Creates the recordings of a batch before any of its contacts is claimed, so that a crash or an outage leaves all of
 * them pending. Starts no text after `speakForMs`: a slow provider makes batches smaller and never delays a pause.
 * `seen`: what `lookUpTexts` has just returned.
 */
export async function speakTexts(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  { texts, seen }: { texts: readonly string[]; seen?: readonly KnownText[] },
  control: JobControl,
): Promise<SpokenBatch> {
  const requested = requestedTexts(deps, campaign, texts);
  const recorded = await deps.speeches.register(
    speechUser(campaign),
    [...requested.keys()],
    deps.clock.now(),
    seen,
  );
  const ready = new Map<string, FrozenSpeech>();
  for (const [id, mediaId] of recorded) ready.set(requested.get(id)?.text ?? '', { kind: 'media', mediaId });
  const missing = [...requested].flatMap(([id, spoken]) => (recorded.has(id) ? [] : [spoken]));
  if (missing.length === 0) return { kind: 'ready', texts: ready };

  const down = await speakUntilTimeout(deps, campaign, missing, ready, control);
  const current = await deps.campaigns.find(campaign.id);
  // Deleted while texts were spoken: its speech may have been erased, so erase what was added since.
  if (await needsNoSpeech(deps, current)) await eraseSpeech(deps, campaign, control.heartbeat);
  if (current?.status !== 'Sending' || control.signal.aborted) return { kind: 'blocked', reason: 'stopped' };
  if (down !== undefined && ready.size === 0) return { kind: 'blocked', reason: down };
  return { kind: 'ready', texts: ready };
}

/**
 * Does what `speakTexts` does first. The only text of a message without placeholders is recorded at once, as all contacts
 * need it; of several texts some may not be needed.
 */
export async function lookUpTexts(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  texts: readonly string[],
): Promise<KnownText[]> {
  const [first, ...others] = requestedTexts(deps, campaign, texts).keys();
  if (first === undefined) return [];
  const user = speechUser(campaign);
  if (others.length > 0) return deps.speeches.listFor(user, [first, ...others]);
  return [await deps.speeches.registerOne(user, first, deps.clock.now())];
}

/** Returns texts by their ids, in the voice of the campaign. */
function requestedTexts(
  { carrier }: Pick<DropsDeps, 'carrier'>,
  { providerVoiceId }: RunnableCampaign,
  texts: readonly string[],
): Map<string, SpokenText> {
  return new Map(
    [...new Set(texts)].map((text) => {
      const spoken = { account: carrier.account, providerVoiceId, text };
      return [speechId(spoken), spoken];
    }),
  );
}

/** Whether a campaign is gone, or is being deleted without calls at the carrier; the last of those erases its speech. */
async function needsNoSpeech({ calls }: DropsDeps, campaign: RunnableCampaign | undefined): Promise<boolean> {
  if (campaign === undefined) return true;
  const { id, status, voidedPreparations } = campaign;
  return status === 'Deleting' && !(await calls.has(id, ['claimed', 'placed'], voidedPreparations));
}

/** Adds spoken texts to `ready` until the timeout or the first outage. Returns which provider is down, if any. */
async function speakUntilTimeout(
  { speaker, options, log }: DropsDeps,
  { caller }: Pick<RunnableCampaign, 'caller'>,
  missing: readonly SpokenText[],
  ready: Map<string, FrozenSpeech>,
  { signal, heartbeat }: JobControl,
): Promise<'speech down' | 'carrier down' | undefined> {
  const stop = new AbortController();
  const abort = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(options.speakForMs)]);
  // Each text that waits for its turn listens.
  setMaxListeners(0, abort);
  const speakOne = async (spoken: SpokenText) => {
    const outcome = await speaker.speak(spoken, caller, abort);
    if (outcome.kind === 'skipped') return undefined;
    if (outcome.kind === 'media' || outcome.kind === 'unspeakable') {
      ready.set(spoken.text, outcome);
      return undefined;
    }
    // The remaining texts would fail as well, each after its own retries.
    if (!stop.signal.aborted) log.warn({ err: outcome.error }, 'a text cannot be spoken now');
    stop.abort();
    return outcome.kind;
  };
  const onError = (error: unknown) => {
    log.warn({ err: error }, 'a heartbeat failed');
  };
  const speakAll = () => Promise.all(rotateRandomly(missing).map(speakOne));
  try {
    const outcomes = await whileRenewed(HEARTBEAT_MS, heartbeat, onError, speakAll);
    return outcomes.find((outcome) => outcome !== undefined);
  } finally {
    stop.abort();
  }
}

/** Rotates a list by a random offset, so that two workers with the same batch share its texts. */
function rotateRandomly<T>(items: readonly T[]): T[] {
  const start = Math.floor(Math.random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}
