import { isIP } from 'node:net';

/** The site that passkeys are for (WebAuthn). */
export interface RelyingParty {
  /** A host name. */
  id: string;
  origin: string;
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

/**
 * Returns the site of passkeys for a public URL. Browsers refuse addresses in place of names: for this machine it is
 * `localhost`, for any other address there is none.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const url = new URL(publicUrl);
  if (LOOPBACK.has(url.hostname)) url.hostname = 'localhost';
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return { id: url.hostname, origin: url.origin };
}
