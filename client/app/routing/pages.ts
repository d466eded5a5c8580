import type { PAGE_PATHS } from '#shared/paths.ts';

/** The path pattern of a page, shared with the server. */
export type PagePath = (typeof PAGE_PATHS)[number];

/** `public`: no session needed. `main`: signed in, with the layout. `bare`: signed in, without the layout. */
export type PageKind = 'public' | 'main' | 'bare';

/** The title is shown in the header and, followed by " · Hark", as the document title. The module is one of client/features. */
type Page = readonly [title: string, kind: PageKind, module: string];

/**
 * The table of pages: data alone, which the build reads too (vite.config.ts). Its type requires every shared page path except
 * `/`, which is a redirect.
 */
export const PAGES: Readonly<Record<Exclude<PagePath, '/'>, Page>> = {
  '/auth/signup': ['Sign up', 'public', 'auth/sign-up-page'],
  '/auth/signin': ['Log in', 'public', 'auth/sign-in-page'],
  '/auth/verify-email': ['Verify your email', 'public', 'auth/verify-email-page'],
  '/auth/reset-password': ['Reset password', 'public', 'auth/reset-password-page'],
  '/auth/change-email': ['Change email', 'public', 'auth/change-email-page'],
  '/privacy': ['Privacy', 'public', 'legal/privacy-page'],
  '/terms': ['Terms', 'public', 'legal/terms-page'],
  '/dashboard': ['Dashboard', 'main', 'dashboard/dashboard-page'],
  '/campaigns': ['Campaigns', 'main', 'campaign-list/campaigns-page'],
  '/analytics': ['Analytics', 'main', 'analytics/analytics-page'],
  '/analytics/compare': ['Compare', 'main', 'analytics/compare-page'],
  '/analytics/details/:campaign_name': ['Campaign Details', 'main', 'analytics/analytics-details-page'],
  '/billing': ['Subscription', 'main', 'billing/billing-page'],
  '/billing/payments': ['Payment', 'main', 'billing/checkout/payments-page'],
  '/billing/paymentSuccess': ['Payment', 'main', 'billing/checkout/payment-success-page'],
  '/my-voice': ['My Voice', 'main', 'voices/my-voice-page'],
  '/contacts': ['Contacts', 'main', 'contact-lists/contact-lists-page'],
  '/do-not-call': ['Do Not Call List', 'main', 'suppressions/do-not-call-page'],
  '/help': ['Help Center', 'main', 'help/help-page'],
  '/help/campaignFaq': ['Campaign FAQ', 'main', 'help/campaign-help-page'],
  '/help/credits': ['Credits', 'main', 'help/credits-help-page'],
  '/help/subscription': ['Subscription', 'main', 'help/subscription-help-page'],
  '/help/calling-hours': ['Calling Hours', 'main', 'help/calling-hours-help-page'],
  '/help/consent': ['Consent', 'main', 'help/consent-help-page'],
  '/help/files': ['Files of Contacts', 'main', 'help/files-help-page'],
  '/help/failed-calls': ['Reasons of Failure', 'main', 'help/failed-calls-help-page'],
  '/help/voices': ['Voices', 'main', 'help/voices-help-page'],
  '/help/api': ['The API', 'main', 'help/api-help-page'],
  '/profile': ['My Profile', 'main', 'profile/profile-page'],
  '/profile/business': ['Business', 'main', 'profile/business-page'],
  '/profile/security': ['Security', 'main', 'profile/security-page'],
  '/profile/notifications': ['Notifications', 'main', 'profile/notifications-page'],
  '/profile/developers': ['Developers', 'main', 'profile/developers-page'],
  '/profile/data': ['Your Data', 'main', 'profile/data-page'],
  '/campaign': ['Start a Campaign', 'bare', 'campaigns/wizard/campaign-wizard-page'],
};
