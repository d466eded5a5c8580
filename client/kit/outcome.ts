import { errorStatus, errorText } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';

interface Outcome<Data> {
  /** Called first, once it is done. */
  onDone?: (() => void) | undefined;
  /** What is said then. */
  done?: string | ((data: Data) => string);
  /** Shows the change on the page, also if what should be changed is gone. */
  refresh?: (() => Promise<unknown>) | undefined;
  onClose?: () => void;
}

interface ConfirmedOutcome<Data> extends Outcome<Data> {
  /** What is said of an error of which the server says nothing, or of every error. */
  failed: string | ((error: unknown) => string);
  /** What is said if somebody else was first. */
  gone?: string;
}

/** The callbacks of a mutation that a form sends: `MutationDialog` shows what the server refused. */
export function saved<Data>({ onDone, done, refresh, onClose }: Outcome<Data>) {
  return {
    async onSuccess(data: Data) {
      onDone?.();
      say(done, data);
      onClose?.();
      await refresh?.();
    },
  };
}

/** The callbacks of a mutation that was confirmed: the question is closed, and an error is said. */
export function confirmed<Data>({ failed, gone, ...outcome }: ConfirmedOutcome<Data>) {
  return {
    ...saved<Data>(outcome),
    async onError(error: unknown) {
      const isGone = errorStatus(error) === 404 && gone !== undefined;
      const text = typeof failed === 'string' ? errorText(error, failed) : failed(error);
      toast.error(isGone ? gone : text);
      outcome.onClose?.();
      if (isGone) await outcome.refresh?.();
    },
  };
}

function say<Data>(done: Outcome<Data>['done'], data: Data): void {
  const text = typeof done === 'function' ? done(data) : done;
  if (text !== undefined) toast.success(text);
}
