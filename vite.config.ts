import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const project = fileURLToPath(new URL('.', import.meta.url));

/** What the small entry needs, apart from everything else, or it would wait for that. */
const ENTRY = /vite\/preload-helper|\/client\/app\/(loading\/load-code|routing\/(paths|prefetch|routes))\.ts/;

/** What nearly every screen is made of, in one file instead of forty. Parts that bring a library along are left out. */
const PARTS = [
  /\/client\/ui\/(\w+\/)?(?!accordion|confirm-dialog|dialog|radio-cards|voice-avatar)[^/]+\.tsx?$/,
  /\/client\/app\/(\w+\/)?(use-|lazy-with-preload|first-interaction|refetch-interval|session-storage|trpc|unauthenticated|welcome-modals|title-case)/,
  /\/shared\/(campaign-lifecycle|formats|plans)\.ts/,
  /lucide-react/,
];

/**
 * Asks for what every page needs together with index.html: the application (start.tsx), which the small entry imports
 * only later, and the font of Latin text.
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

function linkTo(fileName: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${fileName}` }, injectTo: 'head' };
}

/** Beside each file of text its compressed form, as small as it gets: the server has no time for that. */
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
 * The client: built into dist/client, or served from its sources by the server itself (`npm run dev`), which mounts
 * Vite as a middleware behind its own paths.
 */
export default defineConfig({
  root: `${project}client`,
  cacheDir: `${project}node_modules/.cache/vite`,
  plugins: [react(), tailwindcss(), preloads, compressed],
  build: {
    outDir: `${project}dist/client`,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', test: ENTRY, priority: 1 },
            { name: 'parts', test: (id) => PARTS.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
  // The client imports from shared/, beside its own folder.
  // News of changes come by a port of its own, so that two systems can be worked on at once.
  server: { fs: { allow: [project] }, hmr: { port: 20_000 + (Number(process.env.PORT ?? 3000) % 10_000) } },
});
