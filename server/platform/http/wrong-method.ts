import type { RequestHandler } from 'express';
import { PROVIDER } from '#shared/paths.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { sendError } from './error-response.ts';
import { isClientPage, type RestEntry } from './rest.ts';

interface DocumentedPath {
  pattern: RegExp;
  methods: readonly string[];
  /** Whether errors have `success: false`. */
  successFlag: boolean;
}

/**
 * Answers 405 with `Allow` where a documented path has no such method. A browser that opens the address gets a page instead.
 * Mount it after the routes.
 */
export function refuseWrongMethod(entries: readonly RestEntry[], log: Logger): RequestHandler {
  const paths = entries.map(documentedPath);
  return (req, res, next) => {
    const opensPage = req.accepts(['json', 'html']) === 'html' || isClientPage(req.path);
    const found = paths.filter(({ pattern }) => pattern.test(req.path));
    const methods = found.flatMap((path) => path.methods);
    if (req.method === 'OPTIONS' || opensPage || methods.length === 0) {
      next();
      return;
    }
    const allowed = [...new Set(methods)].sort();
    res.set('allow', allowed.join(', '));
    const error = new AppError('METHOD_NOT_ALLOWED', `Use ${allowed.join(' or ')} for this path.`);
    sendError(
      res,
      error,
      log,
      found.some(({ successFlag }) => successFlag),
    );
  };
}

/** Changes of state have no HEAD. */
function documentedPath({ route: { method, path, successFlag = false }, type }: RestEntry): DocumentedPath {
  const parts = path
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part === '{provider}' ? PROVIDER : part.startsWith('{') ? '[^/]+' : literal(part)));
  return {
    pattern: new RegExp(`^${parts.join('/')}/?$`, 'i'),
    methods: method === 'GET' && type === 'query' ? ['GET', 'HEAD'] : [method],
    successFlag,
  };
}

function literal(text: string): string {
  return text.replace(/[^\w-]/g, '\\$&');
}
