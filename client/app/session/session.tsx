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
import { toast } from '#client/ui/overlays/toast.ts';
import { paths } from '#client/app/routing/paths.ts';
import type { ReturnTo } from './return-to.ts';
import { clearWelcomeFlags } from './session-storage.ts';
import type { Account, SessionStore } from './session-store.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { onUnauthenticated } from './unauthenticated.ts';
import { NO_LINKS, SessionContext, type PublicLinks, type Session } from './use-session.ts';

/** Tells all screens who is signed in, from what this browser stored and what the server says (A §4, contract §9). */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const account = useSyncExternalStore(store.subscribe, store.get);
  const { mutateAsync: logOut, isPending: signingOut } = trpc.auth.logout.useMutation();

  const expire = useCallback(() => {
    const ended = store.get();
    if (typeof ended !== 'object') return;
    const { pathname, search } = window.location;
    const state: ReturnTo = { from: pathname + search, uid: ended.user.uid };
    // The location changes first, so that the router does not redirect without the way back.
    navigate(paths.signIn, { state, replace: true });
    store.forget();
  }, [store]);

  const signOut = useCallback(async () => {
    try {
      await logOut();
    } catch (error) {
      toast.error(errorText(error, 'Logout failed'));
      return;
    }
    navigate(paths.signIn);
    store.forget();
  }, [store, logOut]);

  const links = useServerSession(store, account, expire);
  useSessionEnd(account, expire);

  const session = useMemo<Session>(
    () => ({
      status: statusOf(account),
      user: typeof account === 'object' ? account.user : null,
      links,
      signedIn: (user) => {
        clearWelcomeFlags(sessionStorage);
        store.adopt(user);
      },
      updateUser: store.update,
      signOut,
      signingOut,
      expired: expire,
    }),
    [account, links, store, signOut, signingOut, expire],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

function statusOf(account: Account): Session['status'] {
  if (account === 'unknown') return 'loading';
  return account === 'nobody' ? 'signedOut' : 'signedIn';
}

/**
 * Asks the server once who is signed in. Its answer decides about the account of the start only: whoever signed in
 * meanwhile is newer than the answer. Returns the public links that come with it.
 */
function useServerSession(store: SessionStore, account: Account, expired: () => void): PublicLinks {
  const [initialAccount] = useState(account);
  const { data, isError } = trpc.auth.session.useQuery(undefined, { staleTime: Infinity });

  const applyServerSession = useEffectEvent(() => {
    if (account !== initialAccount || account === 'nobody') return;
    const user = data?.user ?? null;
    if (account === 'unknown') {
      if (user === null) store.forget();
      else store.adopt(user);
    } else if (data !== undefined) {
      if (user === null) expired();
      else store.update(user);
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

/** The session ends when its hour is over and when any call is answered with 401. */
function useSessionEnd(account: Account, expired: () => void): void {
  useEffect(() => onUnauthenticated(expired), [expired]);
  useEffect(() => {
    if (typeof account !== 'object') return undefined;
    const timer = setTimeout(expired, account.expiresAt - Date.now());
    return () => {
      clearTimeout(timer);
    };
  }, [account, expired]);
}
