import type { FrozenSpeech } from '#server/drops/claims/claim-model.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { eraseSpeech } from './erase-speech.ts';
import type { JobControl, RunnableCampaign } from '#server/drops/ports.ts';
import { speechId, type SpokenText } from './speech-model.ts';

/** How often a worker that speaks shows that it is alive. */
const SIGN_OF_LIFE_MS = 2_000;

/** Why a batch cannot be placed now. */
export type HeldUp = 'speech down' | 'carrier down' | 'given back';

/**
 * Speaks the texts of a batch that nobody has spoken yet, before any contact of it is claimed: a crash or a provider
 * that is away leaves nothing to be mended. Begins no text after `speakForMs`, so that a slow provider makes batches
 * smaller and neither pause nor stop has to wait for it. Answers what each text is to be frozen as; texts that are not
 * spoken yet are missing. `speech down` or `carrier down` where one does not answer and nothing is ready, `given back`
 * where the campaign is not Sending any more or the worker is to stop.
 */
export async function speakTexts(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  texts: readonly string[],
  control: JobControl,
): Promise<ReadonlyMap<string, FrozenSpeech> | HeldUp> {
  const wanted = new Map<string, SpokenText>();
  for (const text of texts) {
    const spoken = { account: deps.carrier.account, providerVoiceId: campaign.providerVoiceId, text };
    wanted.set(speechId(spoken), spoken);
  }
  const recorded = await deps.speeches.want(campaign.id, [...wanted.keys()], deps.clock.now());
  const ready = new Map<string, FrozenSpeech>();
  for (const [id, mediaId] of recorded) ready.set(wanted.get(id)?.text ?? '', { kind: 'media', mediaId });
  const missing = [...wanted].flatMap(([id, spoken]) => (recorded.has(id) ? [] : [spoken]));
  if (missing.length === 0) return ready;

  const down = await speakInTime(deps, missing, ready, control);
  const current = await deps.campaigns.find(campaign.id);
  // Its speech is being erased or was while we spoke: so is what has come since.
  if (current === undefined || current.status === 'Deleting')
    await eraseSpeech(deps, campaign.id, control.heartbeat);
  if (current?.status !== 'Sending' || control.signal.aborted) return 'given back';
  return down !== undefined && ready.size === 0 ? down : ready;
}

/** Speaks until the time is over or somebody does not answer, and puts what is spoken into `ready`; answers who did not. */
async function speakInTime(
  { speaker, options, log }: DropsDeps,
  missing: readonly SpokenText[],
  ready: Map<string, FrozenSpeech>,
  { signal, heartbeat }: JobControl,
): Promise<'speech down' | 'carrier down' | undefined> {
  const stop = new AbortController();
  const enough = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(options.speakForMs)]);
  const speakOne = async (spoken: SpokenText) => {
    const outcome = await speaker.speak(spoken, enough);
    if (outcome.kind === 'left') return undefined;
    if (outcome.kind === 'media' || outcome.kind === 'unspeakable') {
      ready.set(spoken.text, outcome);
      return undefined;
    }
    // The others would fail as well, each after its own pauses.
    if (!stop.signal.aborted) log.warn({ err: outcome.error }, 'a text cannot be spoken now');
    stop.abort();
    return outcome.kind;
  };
  const timer = setInterval(() => {
    heartbeat().catch((error: unknown) => {
      log.warn({ err: error }, 'a sign of life could not be given');
    });
  }, SIGN_OF_LIFE_MS);
  try {
    const outcomes = await Promise.all(fromAnywhere(missing).map(speakOne));
    return outcomes.find((outcome) => outcome !== undefined);
  } finally {
    stop.abort();
    clearInterval(timer);
  }
}

/** The same round from another beginning, so that two workers at one batch meet in the middle instead of speaking all of it twice. */
function fromAnywhere<T>(items: readonly T[]): T[] {
  const start = Math.floor(Math.random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}
