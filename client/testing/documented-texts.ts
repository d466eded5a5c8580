/** A text of the error catalogues of the product documents, and where it is. */
export interface DocumentedText {
  /** To the letter; `{name}` stands for what is filled in. */
  text: string;
  /** The file that composes it. */
  source: string;
  /** The file of a test that reaches it, through the screen wherever there is one. */
  test: string;
  /** The parts in which the screen shows it, if it is not in one piece. */
  parts?: readonly string[];
}

const ACCOUNT_ERRORS = 'client/e2e/account/account-errors.long.spec.ts';
const BILLING = 'client/e2e/billing/billing.spec.ts';
const PAYMENT_ERRORS = 'client/e2e/billing/payment-errors.long.spec.ts';
const DASHBOARD = 'client/e2e/analytics/dashboard.long.spec.ts';
const VOICE_ERRORS = 'client/e2e/voices/voice-errors.long.spec.ts';
const VOICE_PROBLEMS = 'client/e2e/voices/voice-problems.long.spec.ts';
const WIZARD = 'client/e2e/campaigns/wizard-journey.spec.ts';

const API = 'client/app/trpc.ts';
const SESSION = 'client/app/session/session.tsx';
const PROFILE_PAGE = 'client/features/profile/profile-page.tsx';
const PROFILE_FORM = 'client/features/profile/profile-form.tsx';
const RESET = 'client/features/auth/password-reset-dialog.tsx';
const CONFIRMATION = 'client/features/auth/use-confirmation.ts';
const VERIFY = 'client/features/auth/verify-email-page.tsx';
const CHARGE = 'client/domain/payment/charge.ts';
const PAYMENT_PROBLEMS = 'client/features/billing/checkout/payment-problems.tsx';
const PUBLISH = 'client/features/campaigns/publish/publish-outcome.ts';
const PUBLISH_TEST = 'client/features/campaigns/publish/publish-outcome.test.ts';
const CAMPAIGN_ACTIONS = 'client/domain/actions/campaign-verbs.tsx';
const DELETE_CAMPAIGN = 'client/domain/actions/delete-campaign.tsx';
const DETAILS = 'client/features/analytics/analytics-details-page.tsx';
const DELETE_VOICE = 'client/features/voices/delete-voice-dialog.tsx';
const SAVE_VOICE = 'client/features/voices/use-save-voice.ts';

/** Accounts, sessions, profile. */
const ACCOUNT: readonly DocumentedText[] = [
  { text: 'An unexpected error occurred', source: API, test: ACCOUNT_ERRORS },
  { text: 'Logout failed', source: SESSION, test: ACCOUNT_ERRORS },
  { text: 'Failed to load user data.', source: PROFILE_PAGE, test: ACCOUNT_ERRORS },
  { text: 'Failed to load user data. Please try again.', source: PROFILE_PAGE, test: ACCOUNT_ERRORS },
  { text: 'User not authenticated. Please log in.', source: PROFILE_PAGE, test: ACCOUNT_ERRORS },
  { text: 'Failed to update user data.', source: PROFILE_FORM, test: ACCOUNT_ERRORS },
  { text: 'Error updating profile. Please try again.', source: PROFILE_FORM, test: ACCOUNT_ERRORS },
  { text: 'Profile updated successfully!', source: PROFILE_FORM, test: ACCOUNT_ERRORS },
  {
    text: 'No active session or failed to fetch current user',
    source: SESSION,
    test: ACCOUNT_ERRORS,
  },
  { text: 'Password reset link sent to: {email}', source: RESET, test: ACCOUNT_ERRORS },
  { text: 'Failed to send reset link.', source: RESET, test: ACCOUNT_ERRORS },
  { text: 'Failed to send reset link. Please try again.', source: RESET, test: ACCOUNT_ERRORS },
  { text: 'Failed to send reset link. Try again.', source: RESET, test: ACCOUNT_ERRORS },
  { text: 'Email verification failed', source: CONFIRMATION, test: ACCOUNT_ERRORS },
  { text: 'Email verification failed. Please try again.', source: CONFIRMATION, test: ACCOUNT_ERRORS },
  {
    text: 'Verification email resent successfully!',
    source: VERIFY,
    test: 'client/e2e/account/pending-verification.long.spec.ts',
  },
  { text: 'Failed to resend verification email', source: VERIFY, test: ACCOUNT_ERRORS },
  { text: 'No pending verification found', source: VERIFY, test: ACCOUNT_ERRORS },
];

/** Billing and payment. */
const PAYMENT: readonly DocumentedText[] = [
  {
    text: 'Subscription Required',
    source: 'client/app/layout/sidebar.tsx',
    test: 'client/e2e/account/welcome.long.spec.ts',
  },
  {
    text: 'Failed to update payment method',
    source: 'client/features/billing/cards/use-change-card.ts',
    test: PAYMENT_ERRORS,
  },
  {
    text: 'Stripe failed to load.',
    source: 'client/domain/payment/card-client.ts',
    test: PAYMENT_ERRORS,
  },
  {
    text: 'Payment succeeded but failed to create subscription. Please contact support.',
    source: CHARGE,
    test: BILLING,
  },
  {
    text: 'Payment requires additional authentication. Please try again.',
    source: CHARGE,
    test: BILLING,
  },
  { text: 'Payment failed. Please try again.', source: CHARGE, test: PAYMENT_ERRORS },
  { text: 'Payment failed: {provider message}', source: CHARGE, test: BILLING },
  { text: 'Payment status: {status or unknown}', source: CHARGE, test: PAYMENT_ERRORS },
  { text: 'A network error occurred: {message}', source: CHARGE, test: BILLING },
  {
    text: 'Failed to initialize payment form. Please try again.',
    source: PAYMENT_PROBLEMS,
    test: PAYMENT_ERRORS,
  },
  {
    text: 'Unable to load payment form. Please check your connection and try again.',
    source: PAYMENT_PROBLEMS,
    test: BILLING,
  },
  {
    text: 'Payment Not Available: Unable to load payment form. Please contact support.',
    parts: ['Payment Not Available', 'Unable to load payment form. Please contact support.'],
    source: PAYMENT_PROBLEMS,
    test: PAYMENT_ERRORS,
  },
];

/** Campaigns, the wizard, the dashboard and analytics. */
const CAMPAIGNS: readonly DocumentedText[] = [
  {
    text: 'An unexpected error occurred while pausing the campaign',
    source: CAMPAIGN_ACTIONS,
    test: DASHBOARD,
  },
  {
    text: 'An unexpected error occurred while resuming the campaign',
    source: CAMPAIGN_ACTIONS,
    test: DASHBOARD,
  },
  { text: 'Campaign creation failed: {server’s message}', source: PUBLISH, test: PUBLISH_TEST },
  { text: 'Campaign creation failed: {error text}', source: PUBLISH, test: PUBLISH_TEST },
  {
    text: 'No response from server. Please check if the backend is running.',
    source: PUBLISH,
    test: WIZARD,
  },
  { text: 'An unexpected error occurred: {reason}', source: PUBLISH, test: PUBLISH_TEST },
  { text: 'Failed to create campaign', source: PUBLISH, test: PUBLISH_TEST },
  { text: 'Failed to delete campaign: {error or message}', source: DELETE_CAMPAIGN, test: DASHBOARD },
  { text: 'An error occurred while deleting the campaign.', source: DELETE_CAMPAIGN, test: DASHBOARD },
  {
    text: 'Campaign "{campaign_name}" executed successfully! Voicemails delivered to all contacts. Your current balance: {n}',
    source: 'client/features/dashboard/dashboard-text.ts',
    test: DASHBOARD,
  },
  { text: 'Export successful!', source: DETAILS, test: DASHBOARD },
  { text: 'Failed to export details. Please try again.', source: DETAILS, test: DASHBOARD },
];

/** The voice dialog and library. */
const VOICES: readonly DocumentedText[] = [
  {
    text: 'Failed to load existing voice data. This may be a new voice.',
    source: 'client/features/voices/voice-dialog.tsx',
    test: VOICE_ERRORS,
  },
  {
    text: 'Error accessing microphone.',
    source: 'client/features/voices/recording/microphone-problem.ts',
    test: VOICE_PROBLEMS,
  },
  { text: 'Save operation failed.', source: SAVE_VOICE, test: VOICE_ERRORS },
  { text: 'Voice uploaded successfully!', source: SAVE_VOICE, test: VOICE_PROBLEMS },
  { text: 'Voice metadata updated successfully!', source: SAVE_VOICE, test: VOICE_ERRORS },
  { text: 'Voice ID is required for metadata update.', source: SAVE_VOICE, test: VOICE_ERRORS },
  { text: 'Could not obtain presigned data', source: SAVE_VOICE, test: VOICE_ERRORS },
  { text: 'Presigned URL missing', source: SAVE_VOICE, test: VOICE_ERRORS },
  {
    text: 'Voice not found. It may have already been deleted.',
    source: DELETE_VOICE,
    test: VOICE_ERRORS,
  },
  {
    text: 'Failed to delete voice: {server message or status text}',
    source: DELETE_VOICE,
    test: VOICE_ERRORS,
  },
  {
    text: 'Failed to delete voice: No response received from server',
    source: DELETE_VOICE,
    test: VOICE_ERRORS,
  },
  { text: 'Failed to delete voice: {message}', source: DELETE_VOICE, test: VOICE_ERRORS },
  { text: 'Voice deleted successfully!', source: DELETE_VOICE, test: VOICE_ERRORS },
];

/** Every text of the error catalogues of the product documents. */
export const DOCUMENTED_TEXTS: readonly DocumentedText[] = [...ACCOUNT, ...PAYMENT, ...CAMPAIGNS, ...VOICES];
