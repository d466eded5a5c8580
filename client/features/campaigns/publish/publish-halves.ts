import { newRequestKey } from '#client/app/request-key.ts';
import {
  shareOf,
  withPart,
  type Part,
  type WizardForm,
} from '#client/features/campaigns/wizard/wizard-form.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { PublishRequest } from './publish-campaign.ts';
import type { PublishedCampaign, PublishFailure, PublishOutcome } from './publish-outcome.ts';

type First = WizardState['first'];
type Send = (request: PublishRequest) => Promise<PublishOutcome>;

/** The request of one half, with the half. */
export type HalfRequest = PublishRequest & Required<Pick<PublishRequest, 'split'>>;

/** The campaign of a half as it is now. */
export interface KnownHalf {
  campaign: PublishedCampaign;
  /** How it is not what its request says: it calls another list, or has other fields or contacts. */
  differs: 'list' | 'content' | null;
}

/** What a user has of the campaigns of a test, and what may be made. */
export interface KnownHalves {
  /** Returns the campaign of a half, whatever its name; null if there is none any more. */
  find: (half: HalfRequest) => Promise<KnownHalf | null>;
  /** Returns a free name for the campaign of the second half. */
  secondName: () => Promise<string>;
}

interface HalvesRequest extends PublishRequest {
  /** Names the test of the draft. */
  test: string;
  /** The campaign of the first half, if the draft says that it is scheduled. */
  first: First;
  /** Called with what the draft is to remember of the first half, before the campaign of the second half is sent. */
  onFirst: (first: First) => void;
  /** What was said of campaigns that stay as they are: it is said once. */
  told: Set<string>;
  known: KnownHalves;
}

/**
 * Publishes the campaigns of the two halves of a list, one after the other. A half that has a campaign is not sent: that is
 * looked up by the test, whatever became of earlier answers, and where it differs from the form the user is told once that it
 * stays as it is. Rejects if something cannot be read.
 */
export async function publishHalves(send: Send, request: HalvesRequest): Promise<PublishOutcome> {
  const one = await publishFirst(send, request);
  return one.ok ? publishSecond(send, request, one.campaign) : one;
}

async function publishFirst(send: Send, request: HalvesRequest): Promise<PublishOutcome> {
  const { first, test, known, onFirst } = request;
  const half = ofPart(request, 1);
  const stored = await known.find(half);
  if (stored === null) {
    if (first !== null) {
      // The price that was shown is that of the second half alone.
      onFirst(null);
      return failed(`“${first.campaign.name}” was deleted meanwhile. Try again to schedule both messages.`);
    }
    const outcome = await sendFirst(send, known, half);
    if (outcome.ok) onFirst({ test, campaign: outcome.campaign, secondName: null });
    return outcome;
  }
  const { campaign, differs } = stored;
  const name = `“${campaign.name}”`;
  if (differs === 'list')
    return failed(
      `${name} is scheduled with message 1 for another list, and stays as it is. Begin a new campaign for this list, or delete ${name} and publish both messages again.`,
    );
  onFirst({ test, campaign, secondName: null });
  if (first?.campaign.id === campaign.id || differs === null || isTold(request, half, campaign))
    return { ok: true, campaign };
  return failed(
    `${name} is scheduled with message 1 already, and stays as it is, without your last changes. Try again to schedule message 2, or delete ${name} and publish both messages again.`,
  );
}

/** Sends the first half. An answer that repeats that of a campaign which was deleted since is no campaign: it is sent anew. */
async function sendFirst(send: Send, known: KnownHalves, half: HalfRequest): Promise<PublishOutcome> {
  const outcome = await send(half);
  if (!outcome.ok || (await known.find(half)) !== null) return outcome;
  return send({ ...half, key: newRequestKey() });
}

async function publishSecond(
  send: Send,
  request: HalvesRequest,
  first: PublishedCampaign,
): Promise<PublishOutcome> {
  const { known } = request;
  const half = { ...ofPart(request, 2), key: newRequestKey() };
  const withSecond = (second: PublishedCampaign): PublishOutcome => ({
    ok: true,
    campaign: { ...first, second },
  });
  const stored = await known.find(half);
  if (stored !== null) {
    const { campaign, differs } = stored;
    if (differs === null || isTold(request, half, campaign)) return withSecond(campaign);
    return failed(
      `“${campaign.name}” is scheduled with message 2 already, and stays as it is, without your last changes. You can change it under Campaigns.`,
    );
  }
  const name = await known.secondName();
  const outcome = await send({ ...half, form: { ...half.form, name } });
  if (outcome.ok) return withSecond(outcome.campaign);
  const { failure } = outcome;
  const isSecond = failure.status === null ? 'message 2 may not be' : 'message 2 is not';
  const text = `“${first.name}” is scheduled with message 1, ${isSecond}. ${failure.text}`;
  // Its name is not the user's: the next attempt finds another, or the campaign.
  const code = failure.code === 'ALREADY_EXISTS' ? null : failure.code;
  return { ok: false, failure: { ...failure, code, text } };
}

/** Whether it was said that a campaign stays as it is, whatever this request says of it; it counts as said from now on. */
function isTold(
  { told }: HalvesRequest,
  { form, contacts }: HalfRequest,
  { id }: PublishedCampaign,
): boolean {
  const what = JSON.stringify([id, form, 'file' in contacts ? contacts.file.name : contacts]);
  const wasTold = told.has(what);
  told.add(what);
  return wasTold;
}

function failed(text: string): PublishOutcome {
  const failure: PublishFailure = { text, status: 409, code: null, field: null, errors: [] };
  return { ok: false, failure };
}

/** Returns the request of one half. */
function ofPart({ form, replaces, contacts, key, onProgress, test }: HalvesRequest, part: Part): HalfRequest {
  return { replaces, contacts, key, onProgress, form: halfOf(form, part), split: { test, part } };
}

/** Returns the form of one half: its message, and its share of the calls that are allowed. */
function halfOf(form: WizardForm, part: Part): WizardForm {
  const { maxCalls, callsPerMinute } = form;
  return {
    ...withPart(form, part),
    maxCalls: shareOf(maxCalls, part),
    callsPerMinute: shareOf(callsPerMinute, part),
  };
}
