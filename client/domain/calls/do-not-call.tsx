import { PhoneOff } from 'lucide-react';
import { formatPhone } from '#shared/formats.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { paths } from '#client/app/routing/paths.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Adds a number to the do-not-call list, and says what came of it; `onAdded` follows. */
export function useAddNumber(onAdded?: () => void) {
  const { suppressions } = trpc.useUtils();
  return trpc.suppressions.add.useMutation({
    async onSuccess({ phone, added }) {
      if (added) toast.success(`${formatPhone(phone)} will no longer be called.`);
      else toast.info(`${formatPhone(phone)} is already on the list.`);
      onAdded?.();
      await suppressions.list.invalidate();
    },
  });
}

/** What is said of a number that could not be added, where the server says nothing. */
export const NOT_ADDED = 'The number could not be added. Please try again.';

/** Puts a number on the do-not-call list with one press; it can be removed there. */
export function DoNotCallButton({ phone }: { phone: string }) {
  const add = useAddNumber();
  const refuse = (error: unknown) => {
    toast.error(errorText(error, NOT_ADDED));
  };
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
        add.mutate({ phone }, { onError: refuse });
      }}
    >
      Add to Do Not Call
    </Button>
  );
}
