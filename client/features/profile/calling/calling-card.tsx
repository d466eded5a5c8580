import type { ReactNode } from 'react';
import { BASIS_NAMES } from '#shared/calling/consent-basis.ts';
import { formatNumber } from '#shared/formats.ts';
import { fillSender } from '#shared/messages/sender-text.ts';
import { DEFAULT_SIGNATURE } from '#shared/messages/signature.ts';
import type { CallingProfileView } from '#shared/schemas/calling/calling-profile.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';

const CallingDialog = lazyWithPreload(() => import('./calling-dialog.tsx'));

/** What holds for all calls of the account. */
export function CallingCard() {
  const { dialog, ask } = useDialog({ change: CallingDialog });
  const { data, isPending, isError, isFetching, refetch } = trpc.calling.profile.useQuery();
  return (
    <Card aria-label="Calling">
      <CardHeader>
        <CardTitle>Calling</CardTitle>
        <Button
          variant="secondary"
          disabled={data === undefined}
          onClick={() => {
            if (data !== undefined) ask('change', { profile: data });
          }}
        >
          Change Settings
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        For all your campaigns. Hark applies the calling rules; this is no legal advice. More about{' '}
        <TextLink href={paths.helpCallingHours} className="whitespace-nowrap">
          calling hours
        </TextLink>{' '}
        and <TextLink href={paths.helpConsent}>consent</TextLink>.
      </p>
      {isPending && (
        <SkeletonGroup className="border-t border-line px-5 py-3.5">
          <Skeleton className="h-48" />
        </SkeletonGroup>
      )}
      {isError && data === undefined && (
        <LoadError
          className="min-h-40 border-t border-line"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <Settings profile={data} />}
      {dialog}
    </Card>
  );
}

function Settings({ profile }: { profile: CallingProfileView }) {
  const { callback_number, default_consent: consent, call_limit } = profile;
  return (
    <dl className="divide-y divide-line border-t border-line">
      <Setting name="Number to call back">
        {callback_number === null ? 'Not given' : dialled(callback_number)}
      </Setting>
      <Setting name="Signature">
        {spokenSignature(profile)}
        <span className="block text-sm text-ink-3">
          What the law asks of every message, added by one click as you write.
        </span>
      </Setting>
      <Setting name="Consent of new lists">
        {consent === null ? (
          'None: it is asked with each list, and lists added by the API without one are refused'
        ) : (
          <>
            {consent.own_words ?? BASIS_NAMES[consent.basis]}
            <span className="block text-sm text-ink-3">
              Obtained on {consent.obtained_at}: {consent.source}
            </span>
          </>
        )}
      </Setting>
      <Setting name="Calls to one number">
        At most {formatNumber(call_limit.calls)} in {formatNumber(call_limit.days)}{' '}
        {call_limit.days === 1 ? 'day' : 'days'}
      </Setting>
    </dl>
  );
}

function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 px-5 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Returns a dialled number as people write it. */
function dialled(phone: string): string {
  return `+1 (${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7)}`;
}

/** Returns the signature as it is said; as it is written where the name or the number is not given. */
function spokenSignature({ signature, business_name, callback_number }: CallingProfileView): string {
  const text = signature ?? DEFAULT_SIGNATURE;
  if (business_name === '' || callback_number === null) return text;
  return fillSender(text, { businessName: business_name, callbackNumber: callback_number });
}
