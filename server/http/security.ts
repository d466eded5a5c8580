import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import { AppError, notFound } from '#server/lib/errors.ts';
import { hasApiKey } from './sessions/authenticate.ts';
import { isDirectLocal } from './direct-local.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Security headers. Only the payment provider's own script and frames may come from elsewhere. */
export function securityHeaders(options: {
  secure: boolean;
  dev: boolean;
  objectOrigins: string[];
}): RequestHandler {
  const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return helmet({
    hsts: options.secure,
    crossOriginEmbedderPolicy: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // WebAssembly: recordings are encoded as MP3 in the browser.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...stripe, ...(options.dev ? ["'unsafe-inline'"] : [])],
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
}

/**
 * Refuses a state change that a page of another origin makes with this browser's cookie, or a sign-in it
 * tries to plant (contract §5). Requests with an API key carry no cookie authority and pass.
 */
export function refuseCrossOrigin(publicOrigin: string | undefined): RequestHandler {
  return (req, _res, next) => {
    const refused = !SAFE_METHODS.has(req.method) && isCrossOrigin(req, publicOrigin);
    next(refused ? crossOriginError() : undefined);
  };
}

/** The same for the few documented GET paths that change something; browsers send no `Origin` with a GET. */
export function refuseCrossSiteRead(req: Request): void {
  if (isCrossOrigin(req, undefined)) throw crossOriginError();
}

function isCrossOrigin(req: Request, publicOrigin: string | undefined): boolean {
  if (hasApiKey(req)) return false;
  const { origin } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (origin === undefined) return site !== undefined && site !== 'same-origin' && site !== 'none';
  return origin !== publicOrigin && origin !== `${req.protocol}://${req.host}`;
}

function crossOriginError(): AppError {
  return new AppError('CROSS_ORIGIN', 'This request came from another site.');
}

/**
 * Lets only direct requests from this machine through; everyone else gets the 404 of an unknown path (contract §4).
 * A name that merely points at this machine is refused: with one a foreign page could read the mails (DNS rebinding).
 */
export const localOnly: RequestHandler = (req, _res, next) => {
  next(isDirectLocal(req) ? undefined : notFound('Page'));
};
