import { Suspense, useState } from 'react';
import { formatCount, formatNumber, formatPhone } from '#shared/formats.ts';
import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import { callReasonText, type CallReasonKey } from '#shared/call-reasons.ts';
import type { CallAttempt, CallView } from '#shared/schemas/campaigns/call-details.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { errorStatus, trpc } from '#client/app/trpc.ts';
import { DoNotCallButton } from '#client/domain/calls/do-not-call.tsx';
import { MessagePlayer } from '#client/domain/message/message-player.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { CalledAt } from '../called-at.tsx';
import { CallStatusPill } from './call-status-pill.tsx';

const RetryDialog = lazyWithPreload(() => import('#client/domain/retry/retry-dialog.tsx'));

interface CallDialogProps {
  /** The campaign’s name or id. */
  campaign: string;
  /** The number of the contact. */
  number: number;
  onClose: () => void;
}

/** One call: each attempt, what it cost and what was said. */
export default function CallDialog({ campaign, number, onClose }: CallDialogProps) {
  const { data, error, isFetching, refetch } = trpc.analytics.singleCall.useQuery({
    campaign_name: campaign,
    number,
  });
  const call = data?.call ?? null;
  const [isRetrying, setIsRetrying] = useState(false);
  if (isRetrying && call !== null)
    return (
      <Suspense>
        <RetryDialog
          campaign={campaign}
          name={nameOf(call)}
          reasons={reasonsOf(call)}
          contact={number}
          onClose={onClose}
        />
      </Suspense>
    );
  return (
    <Dialog
      open
      size="lg"
      title={call === null ? 'Call' : nameOf(call)}
      description={call === null ? undefined : contactLine(call)}
      onOpenChange={onClose}
      footer={
        call === null ? undefined : (
          <>
            <DoNotCallButton phone={call.phone_number} />
            {call.status === 'failed' && (
              <RetryCall
                campaign={campaign}
                onPress={() => {
                  setIsRetrying(true);
                }}
              />
            )}
          </>
        )
      }
    >
      {call !== null && <CallContent campaign={campaign} call={call} />}
      {data?.call === null && (
        <p>
          The contacts of this campaign were erased after{' '}
          {formatCount(data.contacts_erased_after_days ?? 0, 'day')}.
        </p>
      )}
      {error !== null &&
        (errorStatus(error) === 404 ? (
          <p>There is no such call. Its campaign or its contact may have been deleted.</p>
        ) : (
          <LoadError busy={isFetching} onRetry={() => void refetch()} />
        ))}
      {data === undefined && error === null && (
        <SkeletonGroup className="flex flex-col gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-32" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

/** Leads to a retry of the call, where the campaign can be retried. */
function RetryCall({ campaign: id, onPress }: { campaign: string; onPress: () => void }) {
  const { data } = trpc.campaigns.get.useQuery({ id });
  if (data === undefined || !isActionAllowed('retry', data.campaign.status)) return null;
  return <Button onClick={onPress}>Retry this call</Button>;
}

/** Names why the call failed, so that one is made again that a retry of all would leave out. */
function reasonsOf({ attempts }: CallView): CallReasonKey[] | undefined {
  const reason = attempts.at(-1)?.reason_code ?? null;
  return reason === null ? undefined : [reason];
}

function nameOf({ first_name, last_name, phone_number }: CallView): string {
  return `${first_name} ${last_name}`.trim() || formatPhone(phone_number);
}

function contactLine({ phone_number, email, company_name }: CallView): string {
  return [formatPhone(phone_number), email, company_name].filter((part) => part !== '').join(' · ');
}

function CallContent({ campaign, call }: { campaign: string; call: CallView }) {
  const begin = trpc.previews.beginOfCampaign.useMutation();
  return (
    <div className="flex flex-col gap-5">
      <section aria-labelledby="call-attempts">
        <h3 id="call-attempts" className="mb-2 font-semibold">
          {call.attempts.length === 1 ? 'The call' : `${formatNumber(call.attempts.length)} attempts`}
        </h3>
        <ol className="flex flex-col gap-3">
          {call.attempts.map((attempt) => (
            <li key={attempt.run} className="rounded-card border border-line p-4">
              <Attempt attempt={attempt} />
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="call-cost" className="flex items-baseline justify-between gap-4">
        <h3 id="call-cost" className="font-semibold">
          Cost
        </h3>
        <p>{costText(call)}</p>
      </section>
      <section aria-labelledby="call-message" className="overflow-clip rounded-card border border-line">
        <h3 id="call-message" className="px-5 pt-4 pb-2 font-semibold">
          What {call.first_name === '' ? 'they' : call.first_name}{' '}
          {call.status === 'success' ? 'heard' : 'would hear'}
        </h3>
        <p className="max-h-48 overflow-y-auto px-5 pb-4 wrap-break-word whitespace-pre-wrap" tabIndex={0}>
          {call.message}
        </p>
        <MessagePlayer
          voice={call.voice_title}
          begin={async () => (await begin.mutateAsync({ id: campaign, contact: call.position })).preview}
        />
      </section>
    </div>
  );
}

function costText({ status, credits }: CallView): string {
  if (status === 'failed') return '0 credits: a call that fails is not charged';
  if (credits === null) return status === 'success' ? 'Being charged' : 'Charged only if it is delivered';
  const { least, most } = credits;
  return least === most
    ? formatCount(most, 'credit')
    : `${formatNumber(least)} or ${formatNumber(most)} credits, as it was charged together with calls of both prices`;
}

function Attempt({ attempt }: { attempt: CallAttempt }) {
  const { run, status, call, ended_at: endedAt, reason, reason_code: key, carrier_code: code } = attempt;
  return (
    <>
      <p className="flex items-center justify-between gap-3">
        <span className="font-medium">{run === 1 ? 'First sending' : `Retry ${formatNumber(run - 1)}`}</span>
        <CallStatusPill status={status} />
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm [&_dd]:text-right [&_dt]:text-ink-3">
        <dt>Called</dt>
        <dd>
          {call === null ? (
            'Not called'
          ) : (
            <>
              <Moment at={call.at} />
              <br />
              <CalledAt call={call} />
            </>
          )}
        </dd>
        {endedAt !== null && (
          <>
            <dt>Result</dt>
            <dd>
              <Moment at={endedAt} />
            </dd>
          </>
        )}
        {status === 'failed' && (
          <>
            <dt>Why it failed</dt>
            <dd>
              {key === null || key === 'other' ? (reason ?? 'Unknown') : callReasonText(key)}
              {code !== null && <span className="text-ink-3"> (carrier code {code})</span>}
            </dd>
          </>
        )}
        {status === 'failed' && reason !== null && reason !== '' && (
          <>
            <dt>In the words of the carrier</dt>
            <dd>{reason}</dd>
          </>
        )}
      </dl>
    </>
  );
}
