import { useEffect } from 'react';
import { consentStatement } from '#shared/calling/consent-basis.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConsentFields } from '#client/domain/consent/consent-fields.tsx';
import { consentErrors, consentValues, NO_CONSENT } from '#client/domain/consent/consent-values.ts';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

/** Asks why the people on the list may be called; the consent of the calling profile is filled in. */
export function ListConsent({ state, dispatch }: StepProps) {
  const { consent } = state.form;
  const { data: profile, isError } = trpc.calling.profile.useQuery();
  const untouched = consent === null;
  useEffect(() => {
    if (!untouched || (profile === undefined && !isError)) return;
    dispatch({ type: 'edited', change: { consent: consentValues(profile?.default_consent ?? null) } });
  }, [untouched, profile, isError, dispatch]);
  const values = consent ?? NO_CONSENT;
  return (
    <Card aria-label="Consent">
      <CardHeader>
        <CardTitle>Consent</CardTitle>
      </CardHeader>
      <CardBody className="px-5 pt-1 pb-5">
        <p className="mb-4 text-ink-2">
          It is stored with this campaign as evidence, and cannot be changed after you publish.
        </p>
        <ConsentFields
          values={values}
          errors={isStarted(values) || state.missingMarked > 0 ? consentErrors(values) : {}}
          onChange={(change) => {
            dispatch({ type: 'edited', change: { consent: change } });
          }}
        />
      </CardBody>
      <CardFooter>
        <p className="text-sm text-ink-2">By publishing you confirm: {consentStatement()}</p>
      </CardFooter>
    </Card>
  );
}

/** Whether anything was entered: an empty form is not wrong yet. */
function isStarted(values: typeof NO_CONSENT): boolean {
  return values.basis !== null || values.obtainedAt !== '' || values.source !== '';
}
