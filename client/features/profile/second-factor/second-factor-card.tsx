import { formatCount } from '#shared/formats.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { Moment } from '#client/ui/display/moment.tsx';

const SetUpDialog = lazyWithPreload(() => import('./set-up-dialog.tsx'));
const TurnOffDialog = lazyWithPreload(() => import('./turn-off-dialog.tsx'));
const RenewCodesDialog = lazyWithPreload(() => import('./renew-codes-dialog.tsx'));

const DIALOGS = { setUp: SetUpDialog, turnOff: TurnOffDialog, renew: RenewCodesDialog };

/** Codes of an authenticator app as the second step of a sign-in: on, off, and the recovery codes. */
export function SecondFactorCard() {
  const { dialog, ask } = useDialog(DIALOGS);
  const factor = trpc.auth.secondFactor.useQuery();
  const enabledAt = factor.data?.enabled_at ?? null;
  return (
    <Card aria-label="Two-step verification">
      <CardHeader>
        <CardTitle className="flex flex-wrap items-center gap-2">
          Two-Step Verification
          {enabledAt !== null && <StatusPill tone="delivered">On</StatusPill>}
        </CardTitle>
        <Button
          variant="secondary"
          disabled={!factor.isSuccess}
          onClick={() => {
            ask(enabledAt === null ? 'setUp' : 'turnOff');
          }}
        >
          {enabledAt === null ? 'Set Up' : 'Turn Off'}
        </Button>
      </CardHeader>
      {factor.isPending && (
        <SkeletonGroup className="px-5 pt-1 pb-4">
          <Skeleton className="h-5.5 max-sm:h-11 lg:h-11" />
        </SkeletonGroup>
      )}
      {factor.isError && (
        <LoadError
          className="min-h-10.5 pb-4"
          busy={factor.isFetching}
          onRetry={() => void factor.refetch()}
        />
      )}
      {factor.isSuccess && enabledAt === null && (
        <p className="px-5 pt-1 pb-4 text-ink-2">
          With a code from your phone at each sign-in, a stolen password is not enough.
        </p>
      )}
      {factor.isSuccess && enabledAt !== null && (
        <OnDetails
          enabledAt={enabledAt}
          recoveryCodes={factor.data.recovery_codes}
          onRenew={() => {
            ask('renew');
          }}
        />
      )}
      {dialog}
    </Card>
  );
}

interface OnDetailsProps {
  /** ISO time. */
  enabledAt: string;
  /** How many are left. */
  recoveryCodes: number;
  onRenew: () => void;
}

function OnDetails({ enabledAt, recoveryCodes, onRenew }: OnDetailsProps) {
  return (
    <>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        Signing in asks for a code of your authenticator app since <Moment at={enabledAt} />.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-5 py-3.5">
        <p className={recoveryCodes <= 2 ? 'font-medium text-failed' : 'text-ink-2'}>
          {formatCount(recoveryCodes, 'recovery code')} left
        </p>
        <Button variant="ghost" onClick={onRenew}>
          New Recovery Codes
        </Button>
      </div>
    </>
  );
}
