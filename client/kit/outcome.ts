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
  /** What is said if somebody else was first. */
  gone?: string;
}

interface ConfirmedOutcome<Data> extends Outcome<Data> {
  /** What is said of an error of which the server says nothing, or of every error. */
  failed: string | ((error: unknown) => string);
}

/**
 * The callbacks of a mutation that a form sends: `MutationDialog` shows what the server refused, and stays open unless what should
 * be changed is gone.
 */
export function saved<Data>({ onDone, done, gone, refresh, onClose }: Outcome<Data>) {
  return {
    async onSuccess(data: Data) {
      onDone?.();
      say(done, data);
      onClose?.();
      await refresh?.();
    },
    async onError(error: unknown) {
      if (errorStatus(error) !== 404 || gone === undefined) return;
      toast.error(gone);
      onClose?.();
      await refresh?.();
    },
  };
}

/** The callbacks of a mutation that was confirmed: the question is closed, and an error is said. */
export function confirmed<Data>({ failed, ...outcome }: ConfirmedOutcome<Data>) {
  const callbacks = saved<Data>(outcome);
  return {
    ...callbacks,
    async onError(error: unknown) {
      if (errorStatus(error) === 404 && outcome.gone !== undefined) {
        await callbacks.onError(error);
        return;
      }
      toast.error(typeof failed === 'string' ? errorText(error, failed) : failed(error));
      outcome.onClose?.();
    },
  };
}

function say<Data>(done: Outcome<Data>['done'], data: Data): void {
  const text = typeof done === 'function' ? done(data) : done;
  if (text !== undefined) toast.success(text);
}
