import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { createServer } from 'vite';

/** @import * as Renderer from '../../client/prerender.tsx' */

const CLIENT = 'dist/client';

/**
 * Renders the pages, once the client is built, and writes those that the server sends (server/platform/http/client-app.ts), each
 * also compressed, and `pages.json`, which lists them.
 */
export async function writePages() {
  const rendered = await renderPages();
  const listedScripts = await readFile(join(CLIENT, 'preloads.json'), 'utf8');
  const preloads = /** @type {Record<string, string[]>} */ (JSON.parse(listedScripts));
  // Named by its content, as every asset is.
  const name = `assets/preloads-${createHash('sha256').update(listedScripts).digest('hex').slice(0, 8)}.json`;
  await rm(join(CLIENT, 'preloads.json'));
  await writeCompressed(name, listedScripts);
  const built = await readFile(join(CLIENT, 'index.html'), 'utf8');
  const template = built.replace('<meta name="scripts"', `<meta name="preloads" content="/${name}" />$&`);
  await mkdir(join(CLIENT, 'pages'));
  const listed = await Promise.all(
    rendered.map(async (page) => {
      const file = `pages/${page.path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'}.html`;
      const html = pageOf(template, page, preloads[page.path] ?? []);
      await writeCompressed(file, html);
      return { path: page.path, audience: page.audience, file };
    }),
  );
  await writeCompressed('index.html', template);
  await writeFile(join(CLIENT, 'pages.json'), JSON.stringify(listed));
}

/** Runs client/prerender.tsx here, without a browser. */
async function renderPages() {
  // Node has one from version 21 on.
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'warn',
  });
  try {
    const { prerender } = /** @type {typeof Renderer} */ (await vite.ssrLoadModule('/prerender.tsx'));
    return await prerender();
  } finally {
    await vite.close();
  }
}

/**
 * Writes a file, and beside it its brotli form.
 * @param {string} file
 * @param {string} content
 */
async function writeCompressed(file, content) {
  await writeFile(join(CLIENT, file), content);
  await writeFile(join(CLIENT, `${file}.br`), await promisify(brotliCompress)(content));
}

/**
 * Returns the HTML of a page: index.html with its title, its content and links to its scripts.
 * @param {string} template
 * @param {Renderer.PrerenderedPage} page
 * @param {readonly string[]} scripts
 */
function pageOf(template, { title, html, kind }, scripts) {
  const page = template
    .replace('<title>Hark</title>', `<title>${title} · Hark</title>`)
    .replace(/<meta name="scripts" content="[^"]+/, (entry) => [entry, ...scripts].join(' '));
  if (html === undefined || kind === undefined) return page;
  return page.replace(
    /<div id="root">[^]*?<\/div>/,
    () => `<div id="root" data-prerendered="${kind}">${html}</div>`,
  );
}
