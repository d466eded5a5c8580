import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { transform } from 'esbuild';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { PAGES, type PagePath } from './client/app/routing/pages.ts';
import { PAGE_PATHS } from './shared/paths.ts';

const project = fileURLToPath(new URL('.', import.meta.url));

/** The modules of the small entry chunk, separate from all others so that it does not wait for them. */
const ENTRY =
  /rolldown\/runtime|vite\/preload-helper|\/client\/(app\/loading\/(load-code|when-quiet)|app\/routing\/(pages|paths|routes)|ui\/after-frame)\.ts/;

/** The modules that nearly every screen uses, in one chunk. Excluded is what brings a library or few screens use. */
const SHARED = [
  /\/client\/ui\/(\w+\/)?(?!accordion|check-box|confirm-dialog|copy-button|dialog|folded-list|form-dialog|page-tabs|radio-cards|search-field|secret-dialog|section-id|side-panel|stepper|text-section|voice-avatar)[^/]+\.tsx?$/,
  /\/client\/app\/(\w+\/)?(use-(?!search|voice-list|typed-search|settled)|error-boundary|lazy-with-preload|loading-screen|history-guard|open-after-frame|session-(store|end)|kept-edits|return-to|trpc)/,
  /\/lucide-react\/.*\/play\./,
];

/** Of those, what nearly every screen behind the sign-in uses, and none before it. */
const SIGNED_IN = [
  /\/client\/ui\/overlays\/menu/,
  /\/client\/(charts\/chart-card|domain\/calls\/campaign-pill)\./,
  /\/client\/ui\/display\/(data-table|page-header|pager|status-pill)\./,
  /\/client\/kit\/(list-card|use-list-pages)\./,
  /\/client\/app\/(live\/(loaded-campaigns|progress-status|refetch-interval|use-\w[\w-]*)|loading\/drawn-chart|layout\/(app-layout|sidebar|sidebar-nav|title-case|user-menu)|session\/welcome-modals|use-account)\./,
  /\/shared\/(campaign-lifecycle|formats|plans)\.ts/,
];

/** What the pages before the sign-in share. */
const BEFORE_SIGN_IN = /\/client\/(features\/auth\/auth-layout|app\/passkeys\/passkey-(button|text))\./;

/** Rows of campaigns and their actions. */
const CAMPAIGN_ROWS =
  /\/client\/domain\/(campaigns\/(campaign-(actions|columns|emoji|sound)|no-campaigns-yet|sound-line)|actions\/(campaign-verbs|sent-campaigns|use-delete-campaign))\./;

/** What plays sounds, before and behind the sign-in. */
const SOUND = /\/client\/domain\/sound\/(sound|play-position)\./;

/** The frame of charts, and the parts of visx that it brings. */
const CHARTS =
  /\/client\/charts\/(chart-(days|frame|layout|point)|series-label|line-path|tick-text|use-active-point)\.|\/@visx\//;

/** What dialogs share, in few files: on a phone, the request of each takes 3 ms of the main thread. */
const DIALOGS = /\/client\/ui\/overlays\/(confirm-|form-)?dialog(-overlay|-parts)?\./;
/** What dialogs share with the other components of radix-ui. */
const RADIX = /\/@radix-ui\/(primitive|react-(compose-refs|context|id|presence|primitive|slot|use-[\w-]+))\//;
const FORMS = /\/node_modules\/(react-hook-form|@hookform)\//;

const isOf = (patterns: readonly RegExp[], id: string): boolean =>
  patterns.some((pattern) => pattern.test(id));

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

/**
 * Adds preload links to index.html for what every page needs: the application (start.tsx), which the entry imports
 * dynamically, and the Latin font.
 */
const preloads: Plugin = {
  name: 'hark:preloads',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.values(bundle);
      const start = files.filter((file) => file.type === 'chunk').find(({ name }) => name === 'start');
      const fonts = files.filter(({ fileName }) => /geist-latin-wght-normal.*\.woff2$/.test(fileName));
      const scripts = start === undefined ? [] : [start.fileName, ...start.imports];
      return [
        ...fonts.map(({ fileName }) => linkTo(fileName, { rel: 'preload', as: 'font', type: 'font/woff2' })),
        ...scripts
          .filter((fileName) => !html.includes(fileName))
          .map((fileName) => linkTo(fileName, { rel: 'modulepreload' })),
      ];
    },
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

/**
 * Emits `preloads.json`: for each page path the scripts of its screen, which its page preloads (scripts/lib/prerender.mjs).
 * Otherwise they are requested a round trip later, by the entry.
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

/** Returns the chunks with these modules and all that they import statically, without what index.html has already. */
function scriptsOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const chunkOf = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName);
  const withImports = (roots: (Rolldown.OutputChunk | undefined)[]): Set<string> => {
    const found = new Set<string>();
    const add = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (chunk === undefined || found.has(chunk.fileName)) return;
      found.add(chunk.fileName);
      for (const fileName of chunk.imports) add(chunkOf(fileName));
    };
    roots.forEach(add);
    return found;
  };
  const roots = modules.map((module) =>
    chunks.find(({ moduleIds }) => moduleIds.includes(`${project}client/${module}`)),
  );
  const everyPage = withImports(chunks.filter(({ name, isEntry }) => isEntry || name === 'start'));
  return [...withImports(roots)]
    .filter((fileName) => !everyPage.has(fileName))
    .map((fileName) => `/${fileName}`);
}

function linkTo(fileName: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${fileName}` }, injectTo: 'head' };
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
    pagePreloads,
    compressed,
  ],
  // The labels of axes are one line; the text of visx brings a parser of CSS calculations.
  resolve: { alias: { '@visx/text': `${project}client/charts/tick-text.tsx` } },
  build: {
    outDir: `${project}dist/client`,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', test: ENTRY, priority: 2 },
            // A group also takes what its modules import, unless an earlier one has it.
            { name: 'parts', test: (id) => isOf(SHARED, id) && !isOf(SIGNED_IN, id), priority: 1 },
            { name: 'signed-in', test: (id) => isOf(SIGNED_IN, id) },
            // The sign-in page draws one, and plays it when asked.
            { name: 'waveform', test: /\/client\/domain\/sound\/waveform\./, priority: 1 },
            { name: 'sound', test: SOUND, priority: 1 },
            { name: 'campaign-rows', test: CAMPAIGN_ROWS },
            { name: 'auth-parts', test: BEFORE_SIGN_IN },
            // What the charts of the dashboard share, in one chunk: many small ones compress worse.
            { name: 'charts', test: CHARTS },
            { name: 'zod', test: /\/node_modules\/zod\//, priority: 1 },
            { name: 'radix', test: RADIX },
            { name: 'dialogs', test: DIALOGS },
            { name: 'forms', test: FORMS },
            // An icon of one or two screens is loaded with them.
            { name: 'icons', test: /lucide-react/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  // The client imports from shared/, outside its root. Each system has its own HMR port, so that two can run at once.
  server: { fs: { allow: [project] }, hmr: { port: 20_000 + (Number(process.env.PORT ?? 3000) % 10_000) } },
});
