import onHeaders from 'on-headers';
import type { Request, RequestHandler } from 'express';
import { DAY_MS } from '#shared/time-units.ts';

/** Maximum number of accounts that one browser is known to; the one used least recently is dropped. */
const MAX_ACCOUNTS = 5;
const LIFETIME_MS = 365 * DAY_MS;
const SECRET = /^[\w-]{43}$/;

/** The secrets that the browser of a request holds, the one used last first. */
const held = new WeakMap<Request, { secrets: readonly string[]; changed: boolean }>();

/** Returns the secrets by which accounts know the browser of a request. */
export function browserSecrets(req: Request): readonly string[] {
  return held.get(req)?.secrets ?? [];
}

/** Keeps a secret in the browser's cookie for a year from now. */
export function keepBrowserSecret(req: Request, secret: string): void {
  const others = browserSecrets(req).filter((other) => other !== secret);
  held.set(req, { secrets: [secret, ...others].slice(0, MAX_ACCOUNTS), changed: true });
}

/** Reads the cookie of known browsers, and sends it with responses to sign-ins, after the session cookie. */
export function knownBrowserCookie({ secure }: { secure: boolean }): RequestHandler {
  const name = secure ? '__Host-hark.browser' : 'hark.browser';
  return (req, res, next) => {
    held.set(req, { secrets: secretsIn(req.headers.cookie, name), changed: false });
    onHeaders(res, () => {
      if (held.get(req)?.changed !== true) return;
      res.cookie(name, browserSecrets(req).join('.'), {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: secure || req.secure,
        maxAge: LIFETIME_MS,
      });
    });
    next();
  };
}

function secretsIn(cookies: string | undefined, name: string): string[] {
  const pair = cookies?.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  const sent = pair?.slice(name.length + 1).split('.') ?? [];
  return sent.filter((secret) => SECRET.test(secret)).slice(0, MAX_ACCOUNTS);
}
