import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { transform } from 'esbuild';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { PAGES, type PagePath } from './client/app/routing/pages.ts';
import { PAGE_PATHS } from './shared/paths.ts';

const project = fileURLToPath(new URL('.', import.meta.url));

/** What the pages before and behind the sign-in share. */
const FIELDS = /\/client\/ui\/(controls\/(field|inputs)|display\/notice|logo)\.|icons\/(play|chevron-down)\./;

/** What most pages behind the sign-in share: many small chunks compress worse, and each request takes time. */
const SIGNED_IN = [
  /\/client\/app\/(layout\/(?!slide-over-panel)|live\/(use-|progress-status)|loading\/\w+-chart|use-account|session\/welcome-modals)/,
  /\/client\/ui\/(overlays\/menu|display\/(data-table|pager|page-header|status-pill|card|moment))\./,
  /\/client\/charts\/(chart-days|series-label|line-path)\./,
  /\/client\/kit\/(list-card|use-list-pages|use-dialog)\./,
  /\/client\/domain\/(actions\/use-delete-campaign|calls\/campaign-pill|campaigns\/(campaign-columns|no-campaigns-yet))\./,
  /\/shared\/(campaign-lifecycle|formats|plans|day-range|drop-schedule)\./,
];

/** Gives the scales of charts the interpolation of numbers alone, and no formats of ticks: a third of the charts' code. */
const numericScales: Plugin = {
  name: 'hark:numeric-scales',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /^d3-interpolate$|^\.\/tickFormat\.js$/ },
    handler: (_id, importer) =>
      /\/d3-scale\/src\/(continuous|linear)\.js$/.test(importer ?? '')
        ? `${project}client/charts/numeric-scales.ts`
        : null,
  },
};

/** Adds a preload link to index.html for the Latin font, which every page needs. */
const preloads: Plugin = {
  name: 'hark:preloads',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter(({ fileName }) => /geist-latin-wght-normal.*\.woff2$/.test(fileName))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head',
        })),
  },
};

/** Puts head.js into index.html: the first paint would wait for it. */
const inlineHead: Plugin = {
  name: 'hark:inline-head',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const { code } = await transform(await readFile(`${project}client/head.js`, 'utf8'), { minify: true });
      return html.replace('<script src="/head.js"></script>', () => `<script>${code.trim()}</script>`);
    },
  },
};

/** Puts the styles into index.html: the first paint would wait for them. */
const inlineStyles: Plugin = {
  name: 'hark:inline-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (_link, name: string) => {
        const styles = bundle[name];
        if (styles?.type !== 'asset') throw new Error(`There are no styles at ${name}`);
        Reflect.deleteProperty(bundle, name);
        return `<style>${String(styles.source)}</style>`;
      });
    },
  },
};

/** Names the entry in place of requesting it: head.js does so once the page is painted. */
const lateEntry: Plugin = {
  name: 'hark:late-entry',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const [tag = '', src = ''] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? [];
      if (src === '') throw new Error('The page has no entry');
      return html
        .replace(tag, '')
        .replace('<script>', () => `<meta name="scripts" content="${src}" /><script>`);
    },
  },
};

/**
 * Emits `preloads.json`: for each page path the scripts of its screen, which its page names (scripts/lib/prerender.mjs), and
 * which other pages request together when they lead to it (client/app/routing/page-scripts.ts).
 */
const pagePreloads: Plugin = {
  name: 'hark:page-preloads',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const scripts = PAGE_PATHS.map((path) => [path, scriptsOf(modulesOf(path), chunks)] as const);
    const source = JSON.stringify(Object.fromEntries(scripts));
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
  },
};

/** Returns the modules that the router imports for a path: its screen, and the layout if the screen has one. */
function modulesOf(path: PagePath): string[] {
  const [, kind, module] = PAGES[path === '/' ? '/dashboard' : path];
  return [`features/${module}.tsx`, ...(kind === 'main' ? ['app/layout/app-layout.tsx'] : [])];
}

/** Returns the chunks with these modules and all that they import statically, without the entry. */
function scriptsOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || chunk.isEntry || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const imported of chunk.imports) add(chunks.find(({ fileName }) => fileName === imported));
  };
  for (const module of modules)
    add(chunks.find(({ moduleIds }) => moduleIds.includes(`${project}client/${module}`)));
  return [...found].map((fileName) => `/${fileName}`);
}

/** Emits a brotli file at maximum compression beside each script and style sheet, for the server to send as is. */
const compressed: Plugin = {
  name: 'hark:compressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css)$/.test(fileName));
      for (const file of texts) {
        const source = await promisify(brotliCompress)(file.type === 'chunk' ? file.code : file.source);
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source });
      }
    },
  },
};

/**
 * Builds the client into dist/client. In development (`npm run dev`) the server mounts Vite as a middleware behind its own
 * routes.
 */
export default defineConfig({
  root: `${project}client`,
  cacheDir: `${project}node_modules/.cache/vite`,
  plugins: [
    react(),
    tailwindcss(),
    numericScales,
    preloads,
    inlineHead,
    inlineStyles,
    lateEntry,
    pagePreloads,
    compressed,
  ],
  // The labels of axes are one line; the text of visx brings a parser of CSS calculations.
  resolve: { alias: { '@visx/text': `${project}client/charts/tick-text.tsx` } },
  build: {
    outDir: `${project}dist/client`,
    emptyOutDir: true,
    // All styles are part of index.html (inlineStyles): no import may wait for them.
    cssCodeSplit: false,
    // The names of what each import needs would be 3 KB of the first load.
    modulePreload: false,
    rolldownOptions: {
      // What of tRPC nobody imports, such as its web sockets; its packages do not say so.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // What start.tsx imports, in one chunk.
            { name: 'index', tags: ['$initial'], priority: 3 },
            { name: 'fields', test: FIELDS, priority: 2 },
            { name: 'signed-in', test: (id) => SIGNED_IN.some((pattern) => pattern.test(id)), priority: 1 },
          ],
        },
      },
    },
  },
  // The client imports from shared/, outside its root. Each system has its own HMR port, so that two can run at once.
  server: { fs: { allow: [project] }, hmr: { port: 20_000 + (Number(process.env.PORT ?? 3000) % 10_000) } },
});
