import { OPTIONAL_MAILS, type OptionalMail } from '#shared/schemas/account/mail-choices.ts';
import { paths } from '#client/app/routing/paths.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Switch } from '#client/ui/controls/switch.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { MAIL_TEXTS } from './mail-texts.ts';

/** Mails that the user may turn off. */
export function OptionalMailsCard() {
  const { data, isPending, isFetching, refetch } = trpc.auth.mailChoices.useQuery();
  return (
    <Card aria-label="Mails you choose">
      <CardHeader>
        <CardTitle>Mails You Choose</CardTitle>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        A change counts at once, also for mails that are on their way.
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {isPending && (
          <li className="px-5 py-4">
            <SkeletonGroup>
              <Skeleton className="h-45" />
            </SkeletonGroup>
          </li>
        )}
        {!isPending && data === undefined && (
          <li>
            <LoadError className="min-h-53" busy={isFetching} onRetry={() => void refetch()} />
          </li>
        )}
        {data !== undefined &&
          OPTIONAL_MAILS.map((mail) => <MailChoice key={mail} mail={mail} isOn={!data.off.includes(mail)} />)}
        <li className="px-5 py-3.5">
          <p className="font-medium">Your credits are low</p>
          <p className="text-sm text-ink-3">
            You set the number of credits under <TextLink href={paths.billing}>Subscription</TextLink>, and
            turn it off there.
          </p>
        </li>
      </ul>
    </Card>
  );
}

function MailChoice({ mail, isOn }: { mail: OptionalMail; isOn: boolean }) {
  const { title, text } = MAIL_TEXTS[mail];
  const { auth } = trpc.useUtils();
  const set = trpc.auth.setMailChoice.useMutation({
    onMutate: () => auth.mailChoices.cancel(),
    onSuccess(choices) {
      auth.mailChoices.setData(undefined, choices);
    },
    onError(error) {
      toast.error(errorText(error, 'The change could not be saved. Please try again.'));
    },
  });
  // Shown at once, and taken back if it cannot be saved.
  const shown = set.isPending ? set.variables.on : isOn;
  return (
    <li>
      <Switch
        label={title}
        hint={text}
        checked={shown}
        onChange={(on) => {
          if (!set.isPending) set.mutate({ mail, on });
        }}
      />
    </li>
  );
}
