import { withPart, type Part, type WizardForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { PublishRequest } from './publish-campaign.ts';
import type { PublishOutcome } from './publish-outcome.ts';

type First = NonNullable<WizardState['first']>;

interface HalvesRequest extends PublishRequest {
  /** The campaign of the first half, if it is scheduled already. */
  first: First | null;
  onFirst: (first: First) => void;
  /** Returns a name for the campaign of the second half. */
  secondName: () => Promise<string>;
}

/**
 * Publishes the campaigns of the two halves of a list, one after the other. Each has a key of its own, so that an attempt that is
 * repeated creates the missing one; nobody is in both halves of a test.
 */
export async function publishHalves(
  send: (request: PublishRequest) => Promise<PublishOutcome>,
  { first, onFirst, secondName, ...request }: HalvesRequest,
): Promise<PublishOutcome> {
  const { form, key } = request;
  const test = first?.test ?? key;
  const ofPart = (part: Part) => ({ ...request, form: halfOf(form, part), split: { test, part } });
  let scheduled = first?.campaign;
  if (scheduled === undefined) {
    const outcome = await send(ofPart(1));
    if (!outcome.ok) return outcome;
    scheduled = outcome.campaign;
    onFirst({ campaign: scheduled, test });
  }
  const half = ofPart(2);
  const outcome = await send({ ...half, form: { ...half.form, name: await secondName() }, key: `${key}-2` });
  if (outcome.ok) return { ok: true, campaign: { ...scheduled, second: outcome.campaign } };
  const text = `“${scheduled.name}” is scheduled with the first message, the second message is not. ${outcome.failure.text}`;
  return { ok: false, failure: { ...outcome.failure, text } };
}

/** Returns the form of one half: its message, and its share of the calls that are allowed. */
function halfOf(form: WizardForm, part: Part): WizardForm {
  const { maxCalls, callsPerMinute } = form;
  const share = (whole: number | null) =>
    whole === null ? null : Math.max(1, Math.floor((whole + (part === 1 ? 1 : 0)) / 2));
  return { ...withPart(form, part), maxCalls: share(maxCalls), callsPerMinute: share(callsPerMinute) };
}
