import { createContext, use } from 'react';
import type { UserData } from '#shared/schemas/account/auth.ts';

/** Public addresses and links from the server; until they are loaded, its own pages. */
export interface PublicLinks {
  supportEmail: string;
  salesEmail: string;
  privacyUrl: string;
  termsUrl: string;
}

export const NO_LINKS: PublicLinks = {
  supportEmail: '',
  salesEmail: '',
  privacyUrl: '/privacy',
  termsUrl: '/terms',
};

/** The session and the actions that change it. */
export interface Session {
  status: 'loading' | 'signedIn' | 'signedOut';
  user: UserData | null;
  /** The user whose session ended on this page without their doing. */
  endedUid: string | null;
  /** When the session ends, in milliseconds since the epoch; null without one. */
  endsAt: number | null;
  links: PublicLinks;
  /** Stores the user for one hour after a sign-in, registration or verification. */
  signedIn(user: UserData): void;
  /** Goes on with a session for another hour, after the user has logged in again. */
  renewed(user: UserData): void;
  /** Applies a change of the user's own data. */
  updateUser(change: Partial<Pick<UserData, 'display_name' | 'email' | 'subscribed'>>): void;
  /** Ends the session on the server, removes the user and navigates to /auth/signin. */
  signOut(): Promise<void>;
  signingOut: boolean;
  /** Removes a user whose account is being deleted, and navigates to /auth/signin, which says so. */
  accountClosed(): void;
  /** Handles a lost session: navigates to /auth/signin, which returns to this page. */
  expired(): void;
}

export const SessionContext = createContext<Session | null>(null);

/** Returns the session. Throws outside `SessionProvider`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession must be used inside SessionProvider');
  return session;
}

/** Returns the signed-in user. Throws on public pages when signed out. */
export function useUser(): UserData {
  const { user } = useSession();
  if (user === null) throw new Error('useUser must be used on protected pages');
  return user;
}
