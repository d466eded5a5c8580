import { PhoneOff } from 'lucide-react';
import { formatPhone } from '#shared/formats.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { paths } from '#client/app/routing/paths.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Returns the toast after one number was added. */
export function addedText(phone: string, added: boolean): string {
  return added
    ? `${formatPhone(phone)} will no longer be called.`
    : `${formatPhone(phone)} is already on the list.`;
}

/** Puts a number on the do-not-call list with one press; it can be removed there. */
export function DoNotCallButton({ phone }: { phone: string }) {
  const { suppressions } = trpc.useUtils();
  const add = trpc.suppressions.add.useMutation({
    async onSuccess({ phone: stored, added }) {
      (added ? toast.success : toast.info)(addedText(stored, added));
      await suppressions.list.invalidate();
    },
    onError(error) {
      toast.error(errorText(error, 'The number could not be added. Please try again.'));
    },
  });
  if (add.isSuccess)
    return (
      <p role="status" className="py-2 text-sm text-ink-2">
        On your <TextLink href={paths.doNotCall}>Do Not Call List</TextLink>
      </p>
    );
  return (
    <Button
      variant="secondary"
      icon={PhoneOff}
      busy={add.isPending}
      onClick={() => {
        add.mutate({ phone });
      }}
    >
      Add to Do Not Call
    </Button>
  );
}
