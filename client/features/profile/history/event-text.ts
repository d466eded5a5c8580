import type { AccountEventType, AccountEventView } from '#shared/schemas/account/account-events.ts';

const LABEL: Readonly<Record<AccountEventType, string>> = {
  account_created: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  device_signed_out: 'A device was signed out',
  signed_out_everywhere: 'Signed out everywhere',
  password_changed: 'Password changed',
  password_reset: 'Password reset by a mailed link',
  email_change_requested: 'Change of email requested',
  email_changed: 'Email changed',
  api_key_created: 'API key created',
  api_key_first_used: 'API key used for the first time',
  api_key_revoked: 'API key revoked',
  second_factor_enabled: 'Second factor turned on',
  second_factor_disabled: 'Second factor turned off',
  recovery_code_used: 'Recovery code used',
  recovery_codes_renewed: 'Recovery codes renewed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  card_added: 'Card added',
  card_removed: 'Card removed',
  default_card_changed: 'Default card changed',
  plan_started: 'Plan started',
  plan_cancelled: 'Plan cancelled',
  plan_resumed: 'Plan resumed',
  calling_settings_changed: 'Calling settings changed',
  webhook_created: 'Webhook endpoint created',
  webhook_changed: 'Webhook endpoint changed',
  webhook_secret_changed: 'Secret of a webhook endpoint changed',
  webhook_switched_off: 'Webhook endpoint switched off, as its deliveries failed',
  webhook_deleted: 'Webhook endpoint deleted',
  export_requested: 'Export of your data requested',
  deletion_requested: 'Deletion of the account requested',
  support_action: 'Action by Hark support',
};

/** Returns what happened: "Sign-in failed 3 times", "API key created: Zapier". */
export function eventTitle({
  type,
  count,
  detail,
}: Pick<AccountEventView, 'type' | 'count' | 'detail'>): string {
  const times = count > 1 ? ` ${String(count)} times` : '';
  return `${LABEL[type]}${times}${detail === null ? '' : `: ${detail}`}`;
}

/** Returns where it came from: "Firefox 140 on macOS · 203.0.113.7"; '' for what Hark did. */
export function eventOrigin({
  browser,
  system,
  networks,
  other_networks,
}: Pick<AccountEventView, 'browser' | 'system' | 'networks' | 'other_networks'>): string {
  const device = [browser, system].filter((name) => name !== null).join(' on ');
  const from = [...networks, ...(other_networks ? ['other networks'] : [])].join(', ');
  return [device, from].filter((part) => part !== '').join(' · ');
}
