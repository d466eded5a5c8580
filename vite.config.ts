import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const project = fileURLToPath(new URL('.', import.meta.url));

const PARTS =
  /\/client\/ui\/(?!accordion|confirm-dialog|dialog|radio-cards|voice-avatar)|\/client\/app\/use-|lucide-react|\/shared\/(formats|plans)\.ts/;

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

/**
 * The client: built into dist/client, or served from its sources by the server itself (`npm run dev`), which mounts
 * Vite as a middleware behind its own paths.
 */
export default defineConfig({
  root: `${project}client`,
  cacheDir: `${project}node_modules/.cache/vite`,
  plugins: [react(), tailwindcss(), preloads],
  build: {
    outDir: `${project}dist/client`,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What nearly every screen is made of, in one file instead of forty. What brings a library along stays out.
            { name: 'parts', test: PARTS },
          ],
        },
      },
    },
  },
  // The client imports from shared/, beside its own folder.
  // News of changes come by a port of its own, so that two systems can be worked on at once.
  server: { fs: { allow: [project] }, hmr: { port: 20_000 + (Number(process.env.PORT ?? 3000) % 10_000) } },
});
