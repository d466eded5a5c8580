import { Fingerprint, Plus } from 'lucide-react';
import { MAX_PASSKEYS, type PasskeyView } from '#shared/schemas/account/passkeys.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { supportsPasskeys } from '#client/app/passkeys/passkey-text.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { FoldedList } from '#client/ui/display/folded-list.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Moment } from '#client/ui/display/moment.tsx';

const AddPasskeyDialog = lazyWithPreload(() => import('./add-passkey-dialog.tsx'));
const RemovePasskeyDialog = lazyWithPreload(() => import('./remove-passkey-dialog.tsx'));

const DIALOGS = { add: AddPasskeyDialog, remove: RemovePasskeyDialog };

/** The passkeys of the user: add, list, remove. */
export function PasskeysCard() {
  const { dialog, ask } = useDialog(DIALOGS);
  const { data, isPending, isError, isFetching, refetch } = trpc.auth.passkeys.useQuery();
  const worksHere = data?.origin === window.location.origin && supportsPasskeys();
  return (
    <Card aria-label="Passkeys">
      <CardHeader>
        <CardTitle>Passkeys</CardTitle>
        <Button
          variant="secondary"
          icon={Plus}
          disabled={!worksHere || data.passkeys.length >= MAX_PASSKEYS}
          onClick={() => {
            ask('add');
          }}
        >
          Add a Passkey
        </Button>
      </CardHeader>
      {isPending && (
        <SkeletonGroup className="px-5 pt-1 pb-4">
          <Skeleton className="h-5.5 max-sm:h-11 lg:h-11" />
        </SkeletonGroup>
      )}
      {isError && <LoadError className="min-h-10.5 pb-4" busy={isFetching} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <p className="px-5 pt-1 pb-4 text-ink-2">
          <Explanation origin={data.origin} />
        </p>
      )}
      {data !== undefined && data.passkeys.length > 0 && (
        <FoldedList name="passkeys" rows={data.passkeys} rowKey={({ id }) => id}>
          {(passkey) => (
            <PasskeyRow
              passkey={passkey}
              onRemove={() => {
                ask('remove', { passkey });
              }}
            />
          )}
        </FoldedList>
      )}
      {dialog}
    </Card>
  );
}

/** What passkeys are for, or why they do not work here. */
function Explanation({ origin }: { origin: string | null }) {
  if (origin === null) return 'Passkeys need a Hark whose address is a name.';
  if (!supportsPasskeys()) return 'This browser does not support passkeys.';
  if (origin !== window.location.origin) {
    return (
      <>
        Passkeys work at{' '}
        <a className="font-medium text-accent underline" href={`${origin}${paths.profileSecurity}`}>
          {origin}
        </a>
        , not at this address.
      </>
    );
  }
  return 'Sign in with your fingerprint, face or device PIN, without a password.';
}

function PasskeyRow({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const { name, created_at, last_used_at } = passkey;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Icon icon={Fingerprint} className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-ink-3">
          Added <Moment at={created_at} /> ·{' '}
          {last_used_at === null ? (
            'Never used'
          ) : (
            <>
              Last used <Moment at={last_used_at} />
            </>
          )}
        </p>
      </div>
      <Button variant="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}
