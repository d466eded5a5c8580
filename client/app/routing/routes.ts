import type { ComponentType } from 'react';
import { paths, type PagePath } from './paths.ts';
import { loadCode } from '#client/app/loading/load-code.ts';

/** `public`: for anyone. `main`: signed in, inside the layout. `bare`: signed in, without the layout. */
type RouteKind = 'public' | 'main' | 'bare';
/** Fetches a page's code; the browser keeps it, so asking again costs nothing. Without a connection it waits for one. */
type Load = () => Promise<{ default: ComponentType }>;

export interface PageRoute {
  /** With `:param` segments. */
  path: string;
  /** In the header and, before " · Hark", in the browser's title. */
  title: string;
  kind: RouteKind;
  load: Load;
  matches: (pathname: string) => boolean;
}

/** The route table (A §2, B §2), complete by its type; `/` is a redirect. */
const PAGES: Record<Exclude<PagePath, '/'>, [title: string, place: RouteKind, load: Load]> = {
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
  '/dashboard': ['Dashboard', 'main', () => import('#client/features/dashboard/dashboard-page.tsx')],
  '/analytics': ['Analytics', 'main', () => import('#client/features/analytics/analytics-page.tsx')],
  '/analytics/details/:campaign_name': [
    'Campaign Details',
    'main',
    () => import('#client/features/analytics/analytics-details-page.tsx'),
  ],
  '/billing': ['Subscription', 'main', () => import('#client/features/billing/billing-page.tsx')],
  '/billing/payments': [
    'Payment',
    'main',
    () => import('#client/features/billing/history/payments-page.tsx'),
  ],
  '/billing/paymentSuccess': [
    'Payment',
    'main',
    () => import('#client/features/billing/checkout/payment-success-page.tsx'),
  ],
  '/my-voice': ['My Voice', 'main', () => import('#client/features/voices/my-voice-page.tsx')],
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
  '/profile': ['My Profile', 'main', () => import('#client/features/profile/profile-page.tsx')],
  '/campaign': [
    'Start a Campaign',
    'bare',
    () => import('#client/features/campaigns/wizard/campaign-wizard-page.tsx'),
  ],
};

/** Every page but Page Not Found. */
export const ROUTES = Object.entries(PAGES).map(([path, [title, place, load]]) =>
  pageRoute(path, title, place, load),
);
if (import.meta.env.DEV) {
  ROUTES.push(
    pageRoute(paths.system, 'The parts', 'public', () => import('#client/features/system/system-page.tsx')),
  );
}

/** Shown to signed-in people for any other path. */
export const NOT_FOUND = pageRoute(
  '*',
  'Page Not Found',
  'main',
  () => import('#client/features/not-found/not-found-page.tsx'),
);

/** The page at a path, with or without a trailing slash; `undefined` for an unknown one. */
export function findRoute(pathname: string): PageRoute | undefined {
  return ROUTES.find((route) => route.matches(pathname));
}

function pageRoute(path: string, title: string, place: RouteKind, load: Load): PageRoute {
  const pattern = new RegExp(`^${path.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}/?$`);
  return {
    path,
    title,
    kind: place,
    load: () => loadCode(load),
    matches: (pathname) => pattern.test(pathname),
  };
}

/** Fetches the code of the signed-in layout. */
export const loadLayout = () => loadCode(() => import('#client/app/layout/app-layout.tsx'));
