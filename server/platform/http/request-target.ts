import type { IncomingMessage } from 'node:http';

/**
 * Reduces an absolute target to its path and query, for which alone routes are made. Returns whether the target names a path:
 * `*` does not, nor does an absolute URL that is none (RFC 9112, section 3.2).
 */
export function reduceToPath(req: Pick<IncomingMessage, 'url'>): boolean {
  const target = req.url ?? '';
  if (target.startsWith('/')) return true;
  if (!URL.canParse(target)) return false;
  const { pathname, search } = new URL(target);
  req.url = `${pathname}${search}`;
  return pathname.startsWith('/');
}
