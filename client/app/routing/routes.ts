import type { ComponentType, ReactNode } from 'react';
import { paths, type PagePath } from './paths.ts';
import { loadCode } from '#client/app/loading/load-code.ts';
import type { Code } from '#client/app/loading/lazy-loaded.tsx';
import { whenQuiet } from '#client/app/loading/when-quiet.ts';
import { afterFrame } from '#client/ui/after-frame.ts';

/** `public`: no session needed. `main`: signed in, with the layout. `bare`: signed in, without the layout. */
type RouteKind = 'public' | 'main' | 'bare';
/** Imports the code of a page. Repeated calls are cached by the browser. */
type Load = () => Promise<{ default: ComponentType }>;

interface PageRoute extends Code<object> {
  /** With `:param` segments. */
  path: string;
  /** Shown in the header and, followed by " · Hark", as the document title. */
  title: string;
  kind: RouteKind;
  matches: (pathname: string) => boolean;
}

/** The route table. Its type requires every shared page path except `/`, which is a redirect. */
const PAGES: Record<Exclude<PagePath, '/'>, [title: string, kind: RouteKind, load: Load]> = {
  '/auth/signup': ['Sign up', 'public', () => import('#client/features/auth/sign-up-page.tsx')],
  '/auth/signin': ['Log in', 'public', () => import('#client/features/auth/sign-in-page.tsx')],
  '/auth/verify-email': [
    'Verify your email',
    'public',
    () => import('#client/features/auth/verify-email-page.tsx'),
  ],
  '/auth/reset-password': [
    'Reset password',
    'public',
    () => import('#client/features/auth/reset-password-page.tsx'),
  ],
  '/auth/change-email': [
    'Change email',
    'public',
    () => import('#client/features/auth/change-email-page.tsx'),
  ],
  '/privacy': ['Privacy', 'public', () => import('#client/features/legal/privacy-page.tsx')],
  '/terms': ['Terms', 'public', () => import('#client/features/legal/terms-page.tsx')],
  '/dashboard': ['Dashboard', 'main', () => import('#client/features/dashboard/dashboard-page.tsx')],
  '/campaigns': ['Campaigns', 'main', () => import('#client/features/campaign-list/campaigns-page.tsx')],
  '/analytics': ['Analytics', 'main', () => import('#client/features/analytics/analytics-page.tsx')],
  '/analytics/compare': ['Compare', 'main', () => import('#client/features/analytics/compare-page.tsx')],
  '/analytics/details/:campaign_name': [
    'Campaign Details',
    'main',
    () => import('#client/features/analytics/analytics-details-page.tsx'),
  ],
  '/billing': ['Subscription', 'main', () => import('#client/features/billing/billing-page.tsx')],
  '/billing/payments': [
    'Payment',
    'main',
    () => import('#client/features/billing/checkout/payments-page.tsx'),
  ],
  '/billing/paymentSuccess': [
    'Payment',
    'main',
    () => import('#client/features/billing/checkout/payment-success-page.tsx'),
  ],
  '/my-voice': ['My Voice', 'main', () => import('#client/features/voices/my-voice-page.tsx')],
  '/contacts': ['Contacts', 'main', () => import('#client/features/contact-lists/contact-lists-page.tsx')],
  '/do-not-call': [
    'Do Not Call List',
    'main',
    () => import('#client/features/suppressions/do-not-call-page.tsx'),
  ],
  '/help': ['Help Center', 'main', () => import('#client/features/help/help-page.tsx')],
  '/help/campaignFaq': ['Campaign FAQ', 'main', () => import('#client/features/help/campaign-help-page.tsx')],
  '/help/credits': ['Credits', 'main', () => import('#client/features/help/credits-help-page.tsx')],
  '/help/subscription': [
    'Subscription',
    'main',
    () => import('#client/features/help/subscription-help-page.tsx'),
  ],
  '/help/calling-hours': [
    'Calling Hours',
    'main',
    () => import('#client/features/help/calling-hours-help-page.tsx'),
  ],
  '/help/consent': ['Consent', 'main', () => import('#client/features/help/consent-help-page.tsx')],
  '/help/files': ['Files of Contacts', 'main', () => import('#client/features/help/files-help-page.tsx')],
  '/help/failed-calls': [
    'Reasons of Failure',
    'main',
    () => import('#client/features/help/failed-calls-help-page.tsx'),
  ],
  '/help/voices': ['Voices', 'main', () => import('#client/features/help/voices-help-page.tsx')],
  '/help/api': ['The API', 'main', () => import('#client/features/help/api-help-page.tsx')],
  '/profile': ['My Profile', 'main', () => import('#client/features/profile/profile-page.tsx')],
  '/profile/business': ['Business', 'main', () => import('#client/features/profile/business-page.tsx')],
  '/profile/security': ['Security', 'main', () => import('#client/features/profile/security-page.tsx')],
  '/profile/notifications': [
    'Notifications',
    'main',
    () => import('#client/features/profile/notifications-page.tsx'),
  ],
  '/profile/developers': ['Developers', 'main', () => import('#client/features/profile/developers-page.tsx')],
  '/profile/data': ['Your Data', 'main', () => import('#client/features/profile/data-page.tsx')],
  '/campaign': [
    'Start a Campaign',
    'bare',
    () => import('#client/features/campaigns/wizard/campaign-wizard-page.tsx'),
  ],
};

/** All routes except Page Not Found. */
export const ROUTES = Object.entries(PAGES).map(([path, [title, kind, load]]) =>
  pageRoute(path, title, kind, load),
);
if (import.meta.env.DEV) {
  ROUTES.push(
    pageRoute(paths.system, 'Components', 'public', () => import('#client/features/system/system-page.tsx')),
  );
}

/** The route for any other path when signed in. */
export const NOT_FOUND = pageRoute(
  '*',
  'Page Not Found',
  'main',
  () => import('#client/features/not-found/not-found-page.tsx'),
);

/** Returns the route of a path, with or without a trailing slash, or `undefined`. */
export function findRoute(pathname: string): PageRoute | undefined {
  return ROUTES.find((route) => route.matches(pathname));
}

function pageRoute(path: string, title: string, kind: RouteKind, load: Load): PageRoute {
  const pattern = new RegExp(`^${path.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}/?$`);
  return {
    path,
    title,
    kind,
    ...once(load),
    matches: (pathname) => pattern.test(pathname),
  };
}

/** The code of the layout. */
export const LAYOUT: Code<{ title: string; pathname: string; children: ReactNode }> = once(
  () => import('#client/app/layout/app-layout.tsx'),
);

function once<Props extends object>(load: Code<Props>['load']): Code<Props> {
  let code: Awaited<ReturnType<typeof load>> | undefined;
  return { load: async () => (code ??= await loadCode(load)), loaded: () => code };
}

/** Loads the code of a page in advance. Errors are ignored: navigation retries. */
export async function prefetch(pathname: string): Promise<void> {
  const route = findRoute(pathname === paths.home ? paths.dashboard : pathname);
  if (route === undefined) return;
  const parts: Promise<unknown>[] = [route.load()];
  if (route.kind === 'main') parts.push(LAYOUT.load());
  await Promise.allSettled(parts);
}

/**
 * Preloads a page when its link, or an element with its path in `data-prefetch`, is hovered, focused or touched; the page of
 * such an element, which is not left at once, in a pause of the input. The listeners are delegated, so that they cover
 * elements added later.
 */
export function prefetchOnHover(): void {
  const hint = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest('a[href], [data-prefetch]') : null;
    if (element instanceof HTMLAnchorElement && element.origin === window.location.origin)
      afterFrame(() => {
        void prefetch(element.pathname);
      });
    const path = element instanceof HTMLElement ? element.dataset['prefetch'] : undefined;
    if (path !== undefined)
      whenQuiet(() => {
        void prefetch(path);
      });
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, hint, { passive: true });
}
