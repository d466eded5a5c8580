import { useEffect, type Dispatch } from 'react';
import { trpc } from '#client/app/trpc.ts';
import type { WizardAction } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Loads the business name and the call-back number of the profile, by which the message is checked. */
export function useSender(dispatch: Dispatch<WizardAction>): void {
  const { data } = trpc.calling.profile.useQuery();
  useEffect(() => {
    if (data === undefined) return;
    const sender = { businessName: data.business_name, callbackNumber: data.callback_number ?? '' };
    dispatch({ type: 'senderLoaded', sender });
  }, [data, dispatch]);
}
