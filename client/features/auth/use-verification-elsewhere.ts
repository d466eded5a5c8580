import { useEffect, useEffectEvent, useState } from 'react';
import type { PendingVerification } from '#client/app/session/pending-verification.ts';
import { trpc } from '#client/app/trpc.ts';
import type { Confirmation } from './use-confirmation.ts';

const POLL_MS = 4_000;

/**
 * Whether this browser waits for the verification of an address. `notHere`: it did not register the address, or no
 * longer knows that it did. `ended`: the address was verified on another device, with another password, or the
 * registration is too old.
 */
type Waiting = 'unknown' | 'notHere' | 'waiting' | 'ended';

/**
 * Asks the server, while the page is visible and whenever it is focused, whether the address of a pending registration
 * was verified in another tab, and then signs in.
 */
export function useVerificationElsewhere(
  pending: PendingVerification | null,
  { onSuccess, onUsed }: Confirmation,
): Waiting {
  const [state, setState] = useState<Waiting>('unknown');
  const { mutateAsync: check } = trpc.auth.checkEmailVerification.useMutation();
  const { mutateAsync: complete } = trpc.auth.completeRegistration.useMutation();
  const { email = null, userId = null } = pending ?? {};

  const poll = useEffectEvent(async () => {
    if (email === null || userId === null || document.visibilityState === 'hidden') return;
    const result = await check({ email });
    if (result.verified) onSuccess(await complete({ user_id: userId }));
    else if (result.pending) setState('waiting');
    else setState(state === 'waiting' ? 'ended' : 'notHere');
  });
  const handled = useEffectEvent((error: unknown) => onUsed(error));

  useEffect(() => {
    if (email === null || userId === null || state === 'ended') return undefined;
    let running = false;
    const ask = () => {
      if (running) return;
      running = true;
      // After a network error the next round asks again.
      poll()
        .catch(handled)
        .finally(() => {
          running = false;
        });
    };
    ask();
    const timer = setInterval(ask, POLL_MS);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [email, userId, state]);

  return state;
}
