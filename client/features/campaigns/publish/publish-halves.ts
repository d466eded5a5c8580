import { withPart, type Part, type WizardForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { PublishRequest } from './publish-campaign.ts';
import type { PublishedCampaign, PublishFailure, PublishOutcome } from './publish-outcome.ts';

type First = NonNullable<WizardState['first']>;
type Send = (request: PublishRequest) => Promise<PublishOutcome>;

/** What a user has of the campaigns of a test, and what may be made. */
export interface KnownHalves {
  /** Returns the campaign of this name if it calls the first half of the test. */
  first: (name: string, test: string) => Promise<PublishedCampaign | null>;
  /** Returns the campaign of the other half than that of the campaign with this id. */
  second: (firstId: string) => Promise<PublishedCampaign | null>;
  /** Returns a free name for the campaign of the second half. */
  secondName: () => Promise<string>;
}

interface HalvesRequest extends PublishRequest {
  /** Names the test of the draft, as long as its first half is not scheduled. */
  test: string;
  /** The campaign of the first half, if it is scheduled already. */
  first: First | null;
  /** Called with what the draft is to remember, before the campaign of the second half is sent. */
  onFirst: (first: First) => void;
  known: KnownHalves;
}

/**
 * Publishes the campaigns of the two halves of a list, one after the other. Publishing again makes the missing one alone: the
 * server has one campaign for each half of a test, and one that it has already is looked up, whatever became of earlier answers.
 * Rejects if something cannot be read.
 */
export async function publishHalves(send: Send, request: HalvesRequest): Promise<PublishOutcome> {
  const { first, test, form, known, onFirst } = request;
  if (first !== null) return publishSecond(send, request, first);
  const outcome = await send(ofPart(request, test, 1));
  const campaign = outcome.ok
    ? outcome.campaign
    : await taken(outcome.failure, () => known.first(form.name.trim(), test));
  if (campaign === null) return outcome;
  const scheduled = { test, campaign, secondName: null };
  onFirst(scheduled);
  if (outcome.ok) return publishSecond(send, request, scheduled);
  const text = `“${campaign.name}” is scheduled with the first message already, and stays as it is. Try again to schedule the second message.`;
  return { ok: false, failure: { ...outcome.failure, code: null, text } };
}

async function publishSecond(send: Send, request: HalvesRequest, first: First): Promise<PublishOutcome> {
  const { key, known, onFirst } = request;
  const { campaign } = first;
  const withSecond = (second: PublishedCampaign): PublishOutcome => ({
    ok: true,
    campaign: { ...campaign, second },
  });
  const name = first.secondName ?? (await known.secondName());
  onFirst({ ...first, secondName: name });
  const half = ofPart(request, first.test, 2);
  const outcome = await send({ ...half, form: { ...half.form, name }, key: `${key}-2` });
  if (outcome.ok) return withSecond(outcome.campaign);
  const { failure } = outcome;
  const made = await taken(failure, () => known.second(campaign.id));
  if (made !== null) return withSecond(made);
  const text = `“${campaign.name}” is scheduled with the first message, the second message is not. ${failure.text}`;
  if (failure.code !== 'ALREADY_EXISTS') return { ok: false, failure: { ...failure, text } };
  // Another campaign has this name by now: the next attempt has another name.
  onFirst({ ...first, secondName: null });
  return { ok: false, failure: { ...failure, code: null, text } };
}

/** Returns the campaign that a refusal is about, if it is that of the half. */
async function taken(
  { code }: PublishFailure,
  find: () => Promise<PublishedCampaign | null>,
): Promise<PublishedCampaign | null> {
  return code === 'ALREADY_EXISTS' || code === 'IDEMPOTENCY_MISMATCH' ? find() : null;
}

/** Returns the request of one half. */
function ofPart(
  { form, replaces, contacts, key, onProgress }: HalvesRequest,
  test: string,
  part: Part,
): PublishRequest {
  const request = { replaces, contacts, key, onProgress };
  return { ...request, form: halfOf(form, part), split: { test, part } };
}

/** Returns the form of one half: its message, and its share of the calls that are allowed. */
function halfOf(form: WizardForm, part: Part): WizardForm {
  const { maxCalls, callsPerMinute } = form;
  const share = (whole: number | null) =>
    whole === null ? null : Math.max(1, Math.floor((whole + (part === 1 ? 1 : 0)) / 2));
  return { ...withPart(form, part), maxCalls: share(maxCalls), callsPerMinute: share(callsPerMinute) };
}
