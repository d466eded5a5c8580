import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import express, { Router, type RequestHandler, type Response } from 'express';

/** The handlers of the client: static files, which need no session, and pages for all other paths. */
export interface ClientApp {
  files: RequestHandler;
  pages: RequestHandler;
  /** The inline scripts of the pages as sources of a content security policy. */
  inlineScripts: readonly string[];
}

/** A page that the build has rendered (scripts/lib/prerender.mjs). */
interface RenderedPage {
  path: string;
  /** Who sees it; anybody else gets index.html, which redirects. */
  audience: 'signedIn' | 'signedOut' | 'everyone';
  file: string;
}

/** An HTML file and its brotli form. */
interface Html {
  plain: Buffer;
  brotli: Buffer;
}

/**
 * Serves the built client. Page paths return their page with 200, other paths return the application with 404 and it shows
 * Page Not Found. Hashed assets are cached for a year; a page is never cached. `sessionCookie` is the name of the cookie
 * that a signed-in browser sends.
 */
export async function createClientApp(folder: string, sessionCookie: string): Promise<ClientApp> {
  const index = await readHtml(join(folder, 'index.html'));
  const files = Router();
  files.use(
    '/assets',
    preferBrotli(await readdir(join(folder, 'assets'))),
    express.static(join(folder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
      redirect: false,
    }),
  );
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => !/^pages\b|^index\.html/.test(name),
  );
  files.use(only(names), express.static(folder, { index: false, maxAge: '1h', redirect: false }));
  // As the client's: a path in other letters is not found.
  const pages = Router({ caseSensitive: true });
  const listed = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as RenderedPage[];
  for (const { path, audience, file } of listed) {
    const own = await readHtml(join(folder, file));
    pages.get(path, (req, res) => {
      const mayBeSignedIn = req.headers.cookie?.includes(`${sessionCookie}=`) ?? false;
      const isForThem = audience === 'everyone' || (audience === 'signedIn') === mayBeSignedIn;
      sendHtml(res.vary('Cookie'), isForThem ? own : index);
    });
  }
  pages.get('/{*splat}', (_req, res) => {
    sendHtml(res.status(404), index);
  });
  return { files, pages, inlineScripts: hashesOfScripts(index.plain.toString()) };
}

async function readHtml(file: string): Promise<Html> {
  return { plain: await readFile(file), brotli: await readFile(`${file}.br`) };
}

function sendHtml(res: Response, { plain, brotli }: Html): void {
  res.set('Cache-Control', 'no-cache').vary('Accept-Encoding').type('html');
  if (res.req.acceptsEncodings('br') !== false) res.set('Content-Encoding', 'br').send(brotli);
  else res.send(plain);
}

/** Returns the sources that allow the inline scripts of a page, and no others. */
function hashesOfScripts(page: string): string[] {
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)];
  return scripts.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

/** Skips the router unless a file of the build has the path, so that no other request waits for the file system. */
function only(names: readonly string[]): RequestHandler {
  const paths = new Set(names.map((name) => `/${name.split(sep).join('/')}`));
  return (req, _res, next) => {
    next(paths.has(req.path) ? undefined : 'router');
  };
}

/** Serves the brotli file that the build placed beside an asset (`NAME.br`) if the browser accepts it. */
function preferBrotli(names: readonly string[]): RequestHandler {
  const stored = new Set(names);
  return (req, res, next) => {
    const compressed = `${req.path}.br`;
    if (stored.has(compressed.slice(1)) && req.acceptsEncodings('br') !== false) {
      res.set({ 'Content-Encoding': 'br', Vary: 'Accept-Encoding' }).type(extname(req.path));
      req.url = compressed;
    }
    next();
  };
}

/** Serves the client from its sources with hot reload. `root` is the client folder. */
export async function createDevClientApp(root: string): Promise<ClientApp> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    server: { middlewareMode: true },
    appType: 'spa',
    configFile: join(root, '..', 'vite.config.ts'),
  });
  return {
    files: (_req, _res, next) => {
      next();
    },
    pages: vite.middlewares,
    // In development, the policy allows all.
    inlineScripts: [],
  };
}
