import { useLocation } from 'wouter';
import type { UserData } from '#shared/schemas/account/auth.ts';
import { paths } from '#client/app/routing/paths.ts';
import { clearPendingVerification } from '#client/app/session/pending-verification.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { errorCode, errorStatus, errorText } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Handlers for the result of an email confirmation, however it is confirmed. */
export interface Confirmation {
  /** Signs in and opens the dashboard. */
  onSuccess(result: { user_data: UserData }): void;
  /** Opens the sign-in page if the error says that the address is already verified. Returns whether it did. */
  onUsed(error: unknown): boolean;
}

/** Returns the success and error handling that all calls share which can confirm an address. */
export function useConfirmation(): Confirmation {
  const { signedIn } = useSession();
  const [, navigate] = useLocation();
  return {
    onSuccess({ user_data }) {
      toast.success('Email verified successfully! Registration completed.');
      signedIn(user_data);
      navigate(paths.dashboard);
    },
    onUsed(error) {
      const code = errorCode(error);
      // With a second factor the address is verified too, and the sign-in page asks for it.
      if (code !== 'LINK_USED' && code !== 'SECOND_FACTOR_REQUIRED') return false;
      toast.success('Registration completed successfully!');
      clearPendingVerification(localStorage);
      navigate(paths.signIn);
      return true;
    },
  };
}

/** Returns the text for an address that could not be confirmed: the server's, where it sent one. */
export function verificationProblem(error: unknown): string {
  if (errorStatus(error) === undefined) return 'Email verification failed. Please try again.';
  return errorText(error, 'Email verification failed');
}
