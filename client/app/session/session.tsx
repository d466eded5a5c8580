import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { navigate } from 'wouter/use-browser-location';
import { toast } from '#client/ui/overlays/toast.tsx';
import { discardEdits } from './kept-edits.ts';
import { paths } from '#client/app/routing/paths.ts';
import { findRoute } from '#client/app/routing/routes.ts';
import { ACCOUNT_CLOSED, type ReturnTo } from './return-to.ts';
import { type Account, clearWelcomeFlags, type SessionStore } from './session-store.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { onSessionEnd } from './session-end.ts';
import { NO_LINKS, SessionContext, type PublicLinks, type Session } from './use-session.ts';

/** Provides the session, from the browser's storage until the server has confirmed or ended it. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const account = useSyncExternalStore(store.subscribe, store.get, store.get);
  const { mutateAsync: logOut, isPending: signingOut } = trpc.auth.logout.useMutation();

  const expire = useCallback(() => {
    const current = store.get();
    if (current.kind !== 'signedIn') return;
    const { pathname, search } = window.location;
    const state: ReturnTo = { from: pathname + search, uid: current.session.user.uid };
    // Navigates first: the redirect of the router would not carry the return path. A public page stays, with its link.
    if (findRoute(pathname)?.kind !== 'public') navigate(paths.signIn, { state, replace: true });
    store.clear();
  }, [store]);

  const signOut = useCallback(async () => {
    try {
      await logOut();
    } catch (error) {
      toast.error(errorText(error, 'Logout failed'));
      return;
    }
    discardEdits(sessionStorage);
    navigate(paths.signIn);
    store.clear();
  }, [store, logOut]);

  const accountClosed = useCallback(() => {
    // Also if another call has found meanwhile that the session ended.
    navigate(paths.signIn, { state: ACCOUNT_CLOSED, replace: true });
    store.clear();
  }, [store]);

  const links = useServerSession(store, account, expire);
  useSessionEnd(account, expire);

  const session = useMemo<Session>(
    () => ({
      status: account.kind === 'unknown' ? 'loading' : account.kind,
      user: account.kind === 'signedIn' ? account.session.user : null,
      endedUid: account.kind === 'signedOut' ? (account.endedUid ?? null) : null,
      endsAt: account.kind === 'signedIn' ? account.session.expiresAt : null,
      links,
      signedIn: (user) => {
        clearWelcomeFlags(sessionStorage);
        store.signIn(user);
      },
      renewed: store.signIn,
      updateUser: store.update,
      signOut,
      signingOut,
      accountClosed,
      expired: expire,
    }),
    [account, links, store, signOut, signingOut, accountClosed, expire],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Fetches the session from the server once and returns the public links of the response. The response applies only to
 * the initial account: a user who signed in meanwhile is newer.
 */
function useServerSession(store: SessionStore, account: Account, expired: () => void): PublicLinks {
  const [initialAccount] = useState(account);
  const { data, isError } = trpc.auth.session.useQuery(undefined, { staleTime: Infinity });

  const applyServerSession = useEffectEvent(() => {
    if (account !== initialAccount || account.kind === 'signedOut') return;
    const user = data?.user ?? null;
    if (account.kind === 'unknown') {
      // The page is about to be replaced by the sign-in.
      if (isError) toast.error('No active session or failed to fetch current user', { onEveryPage: true });
      if (user === null) store.clear();
      else store.signIn(user, data?.expires_at);
    } else if (data !== undefined) {
      if (user === null) expired();
      else store.signIn(user, data.expires_at);
    }
  });
  useEffect(() => {
    if (data !== undefined || isError) applyServerSession();
  }, [data, isError]);

  return useMemo(() => (data === undefined ? NO_LINKS : linksOf(data)), [data]);
}

function linksOf(data: {
  support_email: string;
  sales_email: string;
  privacy_url: string;
  terms_url: string;
}): PublicLinks {
  return {
    supportEmail: data.support_email,
    salesEmail: data.sales_email,
    privacyUrl: data.privacy_url,
    termsUrl: data.terms_url,
  };
}

/** Ends the session when it expires and when a call reports that it has ended. */
function useSessionEnd(account: Account, expired: () => void): void {
  useEffect(() => onSessionEnd(expired), [expired]);
  useEffect(() => {
    if (account.kind !== 'signedIn') return undefined;
    const timer = setTimeout(expired, account.session.expiresAt - Date.now());
    return () => {
      clearTimeout(timer);
    };
  }, [account, expired]);
}
