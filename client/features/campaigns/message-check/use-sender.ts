import { useEffect, type Dispatch } from 'react';
import { DEFAULT_SIGNATURE } from '#shared/messages/signature.ts';
import { trpc } from '#client/app/trpc.ts';
import type { WizardAction } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Loads what the message is checked by: the business name and call-back number of the profile, and the rules. */
export function useSender(dispatch: Dispatch<WizardAction>): void {
  const { data } = trpc.calling.profile.useQuery();
  useEffect(() => {
    if (data === undefined) return;
    const { business_name: businessName, callback_number: callbackNumber, message_rules: rules } = data;
    const signature = data.signature ?? DEFAULT_SIGNATURE;
    dispatch({
      type: 'senderLoaded',
      sender: { businessName, callbackNumber: callbackNumber ?? '', signature, rules },
    });
  }, [data, dispatch]);
}
