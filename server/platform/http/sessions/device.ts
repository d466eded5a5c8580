import type { Request } from 'express';
import { networksOf } from '#server/platform/http/security/client-networks.ts';

const MAX_USER_AGENT = 512;

/** The browser of a session. Times are milliseconds since the epoch. */
export interface DeviceRecord {
  userAgent: string;
  /** The IPv4 address or IPv6 /64 of the sign-in. */
  network: string;
  signedInAt: number;
  lastSeenAt: number;
  /** The id of the known browser. */
  browserId?: string | undefined;
}

/** Returns the `User-Agent` header, cut to a length that can be stored. */
export function userAgentOf({ headers }: Request): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT);
}

/** Returns the browser that sends a request. */
export function deviceOf(req: Request, now: Date): DeviceRecord {
  return {
    userAgent: userAgentOf(req),
    network: networksOf(req.ip ?? '').network,
    signedInAt: now.getTime(),
    lastSeenAt: now.getTime(),
  };
}
