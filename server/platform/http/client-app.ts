import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { PAGE_PATHS } from '#shared/paths.ts';

/** The handlers of the client: static files, which need no session, and pages for all other paths. */
export interface ClientApp {
  files: RequestHandler;
  pages: RequestHandler;
}

/** The scripts of the screen of each page path; the build writes them (vite.config.ts). */
type Preloads = Readonly<Record<string, readonly string[]>>;

/**
 * Serves the built client. Page paths return the application with 200, other paths return it with 404 and it shows
 * Page Not Found. Hashed assets are cached for a year; the page is never cached.
 */
export async function createClientApp(folder: string): Promise<ClientApp> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const preloads = JSON.parse(await readFile(join(folder, 'preloads.json'), 'utf8')) as Preloads;
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
  const names = await readdir(folder, { recursive: true });
  files.use(only(names), express.static(folder, { index: false, maxAge: '1h', redirect: false }));
  const pages = Router();
  for (const path of PAGE_PATHS) {
    const ownPage = withPreloads(page, preloads[path] ?? []);
    pages.get(path, (_req, res) => {
      res.set('Cache-Control', 'no-cache').type('html').send(ownPage);
    });
  }
  pages.get('/{*splat}', (_req, res) => {
    res.status(404).set('Cache-Control', 'no-cache').type('html').send(page);
  });
  return { files, pages };
}

/** Adds preload links, so that the browser requests the scripts of a screen together with those of every page. */
function withPreloads(page: string, scripts: readonly string[]): string {
  const links = scripts.map((href) => `    <link rel="modulepreload" crossorigin href="${href}">\n`);
  return page.replace('  </head>', () => `${links.join('')}  </head>`);
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
  };
}
