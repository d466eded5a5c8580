import type { ApiKeyArea } from '#shared/api-key-areas.ts';
import { formatDateTime } from '#shared/formats.ts';
import type { ApiKeyScope, ApiKeyView } from '#shared/schemas/account/api-keys.ts';
import { momentText } from '#client/ui/display/moment-text.ts';

export const SCOPE_LABEL: Readonly<Record<ApiKeyScope, string>> = {
  read: 'Read only',
  prepare: 'Prepare drafts',
  full: 'Full access',
};

/** What a key can be limited to, and what that is. */
export const AREA_TEXT: Readonly<Record<ApiKeyArea, { title: string; description: string }>> = {
  campaigns: { title: 'Campaigns', description: 'Create, start and retry them; test calls' },
  contacts: { title: 'Contacts', description: 'Saved lists and the do-not-call list' },
  voices: { title: 'Voices', description: 'Your voices, and previews of messages' },
  analytics: { title: 'Analytics', description: 'What became of the calls' },
  billing: { title: 'Billing', description: 'See credits, plan and payments; pay for nothing' },
  webhooks: {
    title: 'Webhooks',
    description: 'Endpoints and their deliveries, which carry events of all areas',
  },
  account: {
    title: 'Account',
    description: 'Your profile, with a summary of all areas',
  },
};

/** Returns what a key is limited to: "Only Campaigns, Voices"; '' if it reaches all. */
export function areasText({ areas }: Pick<ApiKeyView, 'areas'>): string {
  return areas.length === 0 ? '' : `Only ${areas.map((area) => AREA_TEXT[area].title).join(', ')}`;
}

/** Returns when a key expires: "Expires 03-01-2027". */
export function expiryText({ expires_at, expired }: Pick<ApiKeyView, 'expires_at' | 'expired'>): string {
  if (expires_at === null) return 'Does not expire';
  return `${expired ? 'Expired' : 'Expires'} ${formatDateTime(expires_at).slice(0, 'MM-dd-yyyy'.length)}`;
}

/** Returns when and from where a key was last used. */
export function usageText({
  last_used_at,
  last_used_from,
}: Pick<ApiKeyView, 'last_used_at' | 'last_used_from'>): string {
  if (last_used_at === null) return 'Never used';
  return `Last used ${momentText(last_used_at)}${last_used_from === null ? '' : ` from ${last_used_from}`}`;
}
