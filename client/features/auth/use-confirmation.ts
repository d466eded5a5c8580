import { useLocation } from 'wouter';
import type { UserData } from '#shared/schemas/auth.ts';
import { paths } from '#client/app/routing/paths.ts';
import { errorCode } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { toast } from '#client/ui/overlays/toast.ts';
import { clearPendingVerification } from './pending-verification.ts';

/** What follows the confirmation of an e-mail address, whichever call confirmed it. */
export interface Confirmation {
  /** Signs in and goes to the dashboard. */
  onSuccess(answer: { user_data: UserData }): void;
  /** Goes to the sign-in where the error says that the address is verified already; returns whether it does. */
  onUsed(error: unknown): boolean;
}

/** The common end of both ways to confirm an e-mail address. */
export function useConfirmation(): Confirmation {
  const { signedIn } = useSession();
  const [, navigate] = useLocation();
  return {
    onSuccess({ user_data }) {
      toast.success('Email verified successfully! Registration completed.');
      clearPendingVerification(localStorage);
      signedIn(user_data);
      navigate(paths.dashboard);
    },
    onUsed(error) {
      if (errorCode(error) !== 'LINK_USED') return false;
      toast.success('Registration completed successfully!');
      clearPendingVerification(localStorage);
      navigate(paths.signIn);
      return true;
    },
  };
}
