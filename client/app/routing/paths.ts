import type { PAGE_PATHS } from '#shared/page-paths.ts';

/** Every page the client has, as the server knows them too. */
export type PagePath = (typeof PAGE_PATHS)[number];

/** Where each page is. The only place where a path of the client is written. */
export const paths = {
  home: '/',
  signUp: '/auth/signup',
  signIn: '/auth/signin',
  verifyEmail: '/auth/verify-email',
  resetPassword: '/auth/reset-password',
  dashboard: '/dashboard',
  analytics: '/analytics',
  /** `name` is a campaign's name; it is encoded here. */
  analyticsDetails: (name: string) => `/analytics/details/${encodeURIComponent(name)}`,
  campaign: '/campaign',
  billing: '/billing',
  payments: '/billing/payments',
  paymentSuccess: '/billing/paymentSuccess',
  myVoice: '/my-voice',
  doNotCall: '/do-not-call',
  help: '/help',
  helpCampaigns: '/help/campaignFaq',
  helpCredits: '/help/credits',
  helpSubscription: '/help/subscription',
  profile: '/profile',
  /** All parts of client/ui; only in development builds. */
  system: '/system',
} as const;
