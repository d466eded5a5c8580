import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const project = fileURLToPath(new URL('.', import.meta.url));

/**
 * The client: built into dist/client, or served from its sources by the server itself (`npm run dev`), which mounts
 * Vite as a middleware behind its own paths.
 */
export default defineConfig({
  root: `${project}client`,
  cacheDir: `${project}node_modules/.cache/vite`,
  plugins: [react(), tailwindcss()],
  build: { outDir: `${project}dist/client`, emptyOutDir: true },
  // The client imports from shared/, beside its own folder.
  // News of changes come by a port of its own, so that two systems can be worked on at once.
  server: { fs: { allow: [project] }, hmr: { port: 20_000 + (Number(process.env.PORT ?? 3000) % 10_000) } },
});
