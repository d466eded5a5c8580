import type { PendingCall } from '#server/features/drops/contacts/call-store.ts';
import type { FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

type Deps = Pick<DropsDeps, 'keyOf'>;

/** Returns the window class of a pending call. */
export function windowOf(
  { keyOf }: Deps,
  { window, phone, fields }: Pick<PendingCall, 'window' | 'phone' | 'fields'>,
): string {
  return window ?? keyOf({ phone, state: fields.state, zipcode: fields.zipcode });
}

/** Returns the window class of a drop; claims of older versions have none. */
export function windowOfDrop({ keyOf }: Deps, { window, to, postalCode }: FrozenDrop): string {
  return window ?? keyOf({ phone: to, zipcode: postalCode });
}
