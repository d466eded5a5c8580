import type { Examples } from './example.ts';
import { CAMPAIGN_ID, PROFILE, STARTED, UID, USER, VOICE } from './samples.ts';

const CREDENTIALS = { email: 'ana@example.com', password: 'correct horse battery' };
const LINK = 'k3w9d5b6c1v0z2s4t6q8n2m4x7';

/** Examples of registration, sign-in and the profile. */
export const ACCOUNT_EXAMPLES: Examples = {
  'auth.login': { request: CREDENTIALS, response: { user_data: USER } },
  'auth.logout': { response: { success: true, message: 'Signed out' } },
  'auth.register': {
    request: { ...CREDENTIALS, display_name: 'Ana Diaz', company_name: 'Diaz Dental' },
    response: { user_id: UID },
  },
  'auth.confirmEmail': { request: { uid: LINK }, response: { success: true, user_data: USER } },
  'auth.confirmEmailWithPassword': {
    request: { uid: LINK, password: CREDENTIALS.password },
    response: { success: true, user_data: USER },
  },
  'auth.resendVerification': {
    request: { user_id: UID },
    response: { success: true, message: 'If this account waits for it, a new link is on its way.' },
  },
  'auth.resendVerificationEmail': {
    request: { email: USER.email },
    response: { success: true, message: 'If this account waits for it, a new link is on its way.' },
  },
  'auth.checkEmailVerification': { request: { email: USER.email }, response: { verified: false } },
  'auth.completeRegistration': { request: { user_id: UID }, response: { user_data: USER } },
  'auth.requestPasswordReset': {
    request: { email: USER.email },
    response: { success: true, message: 'If there is an account, a link is on its way.' },
  },
  'auth.resetPassword': {
    request: { token: LINK, password: CREDENTIALS.password },
    response: { success: true, message: 'Your password was changed.' },
  },
  'auth.updateProfile': { request: { display_name: 'Ana Diaz', phone: '(202) 555-0100' }, response: PROFILE },
  'auth.userInfo': {
    response: {
      user_name: 'Ana Diaz',
      user_email: USER.email,
      user_phone: '(202) 555-0100',
      company_name: 'Diaz Dental',
      user_role: 'agent',
      voice_ids: [VOICE],
      profile: PROFILE,
      billing: {
        balance: 19_950,
        subscribed: true,
        planName: 'Launch',
        credits: {
          available: 19_950,
          held: 50,
          held_campaigns: { [CAMPAIGN_ID]: 50 },
          usage_history: [],
        },
        customer_id: 'cus_VkVcm4zF6twt',
        subscription_id: 'sub_VkVcm4zF6twt2Uby',
        transactions: [],
      },
      contacts: { total: 1 },
      campaigns: {
        [CAMPAIGN_ID]: { name: 'Spring check-up', status: 'Scheduled', drop_date: STARTED, total: 1 },
      },
    },
  },
};
