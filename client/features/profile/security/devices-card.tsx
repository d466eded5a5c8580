import { Laptop, type LucideIcon, Smartphone } from 'lucide-react';
import type { SignedInDevice } from '#shared/schemas/account/account-security.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { FoldedList } from '#client/ui/display/folded-list.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { WebhooksThatStay } from './webhooks-that-stay.tsx';

const SignOutEverywhereDialog = lazyWithPreload(() => import('./sign-out-everywhere-dialog.tsx'));

const PHONES = new Set(['iOS', 'Android']);

/** The browsers in which the user is signed in. */
export function DevicesCard() {
  const { dialog, ask } = useDialog({ signOut: SignOutEverywhereDialog });
  return (
    <Card aria-label="Devices">
      <CardHeader>
        <CardTitle>Devices</CardTitle>
        <Button
          variant="secondary"
          onClick={() => {
            ask('signOut');
          }}
        >
          Sign Out Everywhere
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        You are signed in on these devices. Each sign-in lasts one hour.
      </p>
      <DeviceList />
      <WebhooksThatStay />
      {dialog}
    </Card>
  );
}

function DeviceList() {
  const { data, isPending, isError, isFetching, refetch } = trpc.auth.devices.useQuery();
  if (isPending) {
    return (
      <SkeletonGroup className="px-5 pb-5">
        <Skeleton className="h-12" />
      </SkeletonGroup>
    );
  }
  if (isError) return <LoadError className="pb-5" busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <FoldedList name="devices" rows={data.devices} rowKey={({ id }) => id}>
      {(device) => <DeviceRow device={device} />}
    </FoldedList>
  );
}

function DeviceRow({ device }: { device: SignedInDevice }) {
  const { auth } = trpc.useUtils();
  const name = deviceName(device);
  const signOut = trpc.auth.signOutDevice.useMutation({
    onSuccess() {
      toast.success(`${name} was signed out.`);
    },
    onError(error) {
      if (errorStatus(error) !== 404)
        toast.error(errorText(error, 'The device could not be signed out. Please try again.'));
    },
    onSettled: () => auth.devices.invalidate(),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Icon icon={iconOf(device)} className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {device.current && (
            <StatusPill tone="delivered" dot={false}>
              This device
            </StatusPill>
          )}
        </p>
        <p className="text-sm text-ink-3">
          {device.place !== null && `${device.place} · `}
          {device.network} · Last seen <Moment at={device.last_seen_at} />
        </p>
      </div>
      {!device.current && (
        <Button
          variant="ghost"
          aria-label={`Sign out ${name}`}
          busy={signOut.isPending}
          onClick={() => {
            signOut.mutate({ id: device.id });
          }}
        >
          Sign Out
        </Button>
      )}
    </div>
  );
}

function deviceName({ browser, system }: SignedInDevice): string {
  return `${browser ?? 'Unknown browser'}${system === null ? '' : ` on ${system}`}`;
}

function iconOf({ system }: SignedInDevice): LucideIcon {
  return system !== null && PHONES.has(system) ? Smartphone : Laptop;
}
