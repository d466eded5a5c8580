import { createContext, use } from 'react';
import type { UserData } from '#shared/schemas/auth.ts';

/** Addresses and links that screens show; empty until the server told them. */
export interface PublicLinks {
  supportEmail: string;
  salesEmail: string;
  privacyUrl: string;
  termsUrl: string;
}

export const NO_LINKS: PublicLinks = { supportEmail: '', salesEmail: '', privacyUrl: '', termsUrl: '' };

/** Who is using this browser, and what may change that (A §4). */
export interface Session {
  status: 'loading' | 'signedIn' | 'signedOut';
  user: UserData | null;
  links: PublicLinks;
  /** A sign-in, registration or verification succeeded: stores the user for one hour. */
  signedIn(user: UserData): void;
  /** Takes over what the user changed about themselves. */
  updateUser(change: Partial<Pick<UserData, 'display_name' | 'subscribed'>>): void;
  /** Ends the session at the server, forgets the user and goes to /auth/signin. */
  signOut(): Promise<void>;
  signingOut: boolean;
  /** The server no longer knows us: to /auth/signin, and from there back to this page. */
  expired(): void;
}

export const SessionContext = createContext<Session | null>(null);

/** The session; only inside `SessionProvider`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider around it');
  return session;
}

/** The signed-in user; only on protected pages. */
export function useUser(): UserData {
  const { user } = useSession();
  if (user === null) throw new Error('useUser belongs on protected pages');
  return user;
}
