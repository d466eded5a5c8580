/** The paths of all pages. No other module contains a literal path. */
export const paths = {
  home: '/',
  signUp: '/auth/signup',
  signIn: '/auth/signin',
  verifyEmail: '/auth/verify-email',
  resetPassword: '/auth/reset-password',
  changeEmail: '/auth/change-email',
  privacy: '/privacy',
  terms: '/terms',
  dashboard: '/dashboard',
  campaigns: '/campaigns',
  analytics: '/analytics',
  /** The chart of credits by day. */
  creditFlow: '/analytics#credit-flow',
  analyticsCompare: '/analytics/compare',
  /** Encodes the campaign name. */
  analyticsDetails: (name: string) => `/analytics/details/${encodeURIComponent(name)}`,
  /** The calls of a campaign to a number. */
  callsTo: (name: string, phone: string) => `/analytics/details/${encodeURIComponent(name)}?search=${phone}`,
  campaign: '/campaign',
  /** The wizard for the people on a saved list, or with what another campaign says. */
  campaignOfList: (id: string) => `/campaign?list=${encodeURIComponent(id)}`,
  /** The wizard for a campaign that begins on a UTC day. */
  campaignOn: (day: string) => `/campaign?day=${day}`,
  drafts: '/campaigns?show=drafts',
  draft: (id: string) => `/campaign?draft=${encodeURIComponent(id)}`,
  campaignLike: (campaign: string) => `/campaign?like=${encodeURIComponent(campaign)}`,
  /** The wizard with a scheduled campaign, which it replaces. */
  campaignReplacing: (id: string) => `/campaign?replace=${encodeURIComponent(id)}`,
  billing: '/billing',
  /** Where credits are bought automatically, or that is set up. */
  autoPurchase: '/billing#automatic-purchase',
  payments: '/billing/payments',
  paymentSuccess: '/billing/paymentSuccess',
  myVoice: '/my-voice',
  contacts: '/contacts',
  contactList: (id: string) => `/contacts?list=${encodeURIComponent(id)}`,
  doNotCall: '/do-not-call',
  doNotCallOf: (phone: string) => `/do-not-call?search=${phone}`,
  help: '/help',
  helpCampaigns: '/help/campaignFaq',
  helpCredits: '/help/credits',
  helpSubscription: '/help/subscription',
  helpCallingHours: '/help/calling-hours',
  helpConsent: '/help/consent',
  helpFiles: '/help/files',
  helpFailedCalls: '/help/failed-calls',
  helpVoices: '/help/voices',
  helpApi: '/help/api',
  profile: '/profile',
  profileBusiness: '/profile/business',
  profileSecurity: '/profile/security',
  /** Where the address of the account is changed. */
  signInEmail: '/profile/security#sign-in-email',
  profileNotifications: '/profile/notifications',
  profileDevelopers: '/profile/developers',
  /** The list of webhooks. */
  webhooks: '/profile/developers#webhooks',
  profileData: '/profile/data',
  /** The component gallery of client/ui; only in development builds. */
  system: '/system',
} as const;
