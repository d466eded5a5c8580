import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { isDirectLocal } from './client-networks.ts';
import { apiKeyOf } from '#server/platform/http/sessions/api-key.ts';

/** Other loopback names, such as `app.localhost` and `127.0.0.2`, may belong to other programs. */
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What pages may use: the microphone for recordings, payments for the payment provider, passkeys; nothing else. */
const PERMISSIONS_POLICY = [
  'camera=()',
  'display-capture=()',
  'geolocation=()',
  'microphone=(self)',
  'payment=(self "https://js.stripe.com")',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'usb=()',
].join(', ');

/** Creates the security headers. The payment provider is the only other origin of scripts and frames. */
export function securityHeaders(options: {
  secure: boolean;
  dev: boolean;
  objectOrigins: string[];
  /** The sources that allow the inline scripts of pages. */
  inlineScripts: readonly string[];
}): RequestHandler {
  const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  const headers = helmet({
    hsts: options.secure,
    crossOriginEmbedderPolicy: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // WebAssembly: the browser encodes recordings as MP3.
        scriptSrc: [
          "'self'",
          "'wasm-unsafe-eval'",
          ...options.inlineScripts,
          ...stripe,
          ...(options.dev ? ["'unsafe-inline'"] : []),
        ],
        // Radix and the payment elements position their layers with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://*.stripe.com'],
        mediaSrc: ["'self'", 'blob:', ...options.objectOrigins],
        connectSrc: [
          "'self'",
          'https://api.stripe.com',
          ...options.objectOrigins,
          ...(options.dev ? ['ws:'] : []),
        ],
        frameSrc: [...stripe, 'https://hooks.stripe.com'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: options.secure ? [] : null,
      },
    },
  });
  return (req, res, next) => {
    res.set('Permissions-Policy', PERMISSIONS_POLICY);
    headers(req, res, next);
  };
}

interface OwnOrigins {
  publicOrigin: string | undefined;
  /** Whether `localhost` and `127.0.0.1` are the same Hark: only where the local pages are served. */
  local: boolean;
}

/**
 * Refuses state changes and sign-ins sent by a page of another origin (CSRF) with 403 CROSS_ORIGIN.
 * Requests with an API key are accepted: their cookies are ignored.
 */
export function refuseCrossOrigin({ publicOrigin, local }: OwnOrigins): RequestHandler {
  return (req, _res, next) => {
    const refused =
      !SAFE_METHODS.has(req.method) && isCrossOrigin(req, publicOrigin) && !(local && isFromLocalName(req));
    next(refused ? crossOriginError() : undefined);
  };
}

/** Whether a page that this machine serves on the same port sent the request, under another of its names. */
function isFromLocalName(req: Request): boolean {
  const page = URL.parse(req.headers.origin ?? '');
  if (page === null || !isDirectLocal(req)) return false;
  const isLocalPage = page.protocol === 'http:' && LOCAL_NAMES.has(page.hostname);
  return isLocalPage && page.port === URL.parse(`http://${req.host}`)?.port;
}

/** The same check for GET paths that change state; browsers send no `Origin` header with a GET. */
export function refuseCrossSiteRead(req: Request): void {
  if (isCrossOrigin(req, undefined)) throw crossOriginError();
}

function isCrossOrigin(req: Request, publicOrigin: string | undefined): boolean {
  if (apiKeyOf(req) !== undefined) return false;
  const { origin } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (origin === undefined) return site !== undefined && site !== 'same-origin' && site !== 'none';
  return origin !== publicOrigin && origin !== `${req.protocol}://${req.host}`;
}

function crossOriginError(): AppError {
  return new AppError('CROSS_ORIGIN', 'This request came from another site.');
}

/**
 * Accepts only direct requests from this machine to a local name; all others get 404.
 * Checking the name prevents DNS rebinding: another site could otherwise read the local mails.
 */
export const localOnly: RequestHandler = (req, _res, next) => {
  next(isDirectLocal(req) ? undefined : notFound('Page'));
};
