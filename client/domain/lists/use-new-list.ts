import { useState } from 'react';
import { useLocation } from 'wouter';
import { newRequestKey } from '#client/app/request-key.ts';
import { paths } from '#client/app/routing/paths.ts';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';

interface NewListOptions<Output> {
  /** Says what was made. */
  textOf: (output: Output) => string;
  /** Says that nothing was made where the server gives no reason. */
  failure: string;
  onProblem: (text: string, needsConsent: boolean) => void;
  onClose: () => void;
}

/** Returns the options of a mutation that makes a list: each attempt is a request of its own, and the new list is shown. */
export function useNewList<Output extends { list: { id: string } }>({
  textOf,
  failure,
  onProblem,
  onClose,
}: NewListOptions<Output>) {
  const utils = trpc.useUtils();
  const [, navigate] = useLocation();
  const [requestKey, setRequestKey] = useState(newRequestKey);
  return {
    trpc: { context: { requestKey } },
    async onSuccess(output: Output) {
      toast.success(textOf(output));
      await utils.contactLists.invalidate();
      onClose();
      navigate(paths.contactList(output.list.id));
    },
    onError(error: unknown) {
      setRequestKey(newRequestKey());
      onProblem(errorText(error, failure), errorDetails(error).fields?.['consent'] !== undefined);
    },
  };
}
