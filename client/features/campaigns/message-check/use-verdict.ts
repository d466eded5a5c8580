import type { MessageVerdict } from '#shared/messages/message-verdict.ts';
import { useSettled } from '#client/app/use-settled.ts';
import { verdictOf } from '#client/features/campaigns/wizard/wizard-guards.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** How long the message must not change before it is judged, in milliseconds. */
const SETTLED_MS = 300;

/** Returns the verdict on the message once it settles; all of a step shows this one. */
export function useVerdict(state: WizardState): MessageVerdict {
  const message = useSettled(state.form.message, SETTLED_MS);
  return verdictOf({ ...state, form: { ...state.form, message } });
}
