import { formatDateTime } from '#shared/formats.ts';
import type { ApiKeyScope, ApiKeyView } from '#shared/schemas/account/api-keys.ts';
import { momentText } from '#client/ui/display/moment-text.ts';

export const SCOPE_LABEL: Readonly<Record<ApiKeyScope, string>> = {
  read: 'Read only',
  full: 'Full access',
};

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
