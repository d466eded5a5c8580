import { pathToFileURL } from 'node:url';
import { buildIsCurrent } from './build-state.mjs';
import { prepareEmbeddedMongodb } from './embedded-mongodb.mjs';
import { installDependencies } from './packages.mjs';
import { run } from './processes.mjs';
import { enterProject, Failure, root, runScript } from './project.mjs';

/**
 * Installs, prepares the database, builds and starts Hark; each step only if needed.
 * @param {{ dev: boolean }} options
 */
export async function start({ dev }) {
  await runScript(async () => {
    enterProject();
    // First, as it says where Hark cannot run at all.
    await prepareEmbeddedMongodb(say);
    await installDependencies(say);
    if (process.env.NODE_ENV !== 'production') process.env.HARK_SEED_DEMO ??= '1';
    // Pretty logs on a terminal, JSON for services.
    if (process.stdout.isTTY) process.env.LOG_LEVEL ??= 'warn';
    await (dev ? startSources() : startBuild());
  });
}

/** Runs the server in this process, so that no child is left holding the port. */
async function startBuild() {
  if (!buildIsCurrent()) {
    say('Building');
    const { code, output } = await run(process.execPath, ['scripts/build.mjs'], { quiet: true });
    if (code !== 0) throw new Failure(output.trim());
  }
  say('Starting');
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(`${root}dist/server/main.js`).href);
}

/** Restarts the server when one of its files changes; Vite inside the server reloads the client. */
async function startSources() {
  say('Starting from the sources');
  process.env.HARK_DEV = '1';
  const watch = ['watch', '--clear-screen=false', '--import', './scripts/lib/end-with-parent.mjs'];
  process.argv.splice(2, Infinity, ...watch, 'server/main.ts');
  // In this process, so that each signal comes once.
  await import(pathToFileURL(`${root}node_modules/tsx/dist/cli.mjs`).href);
}

/** @param {string} line */
function say(line) {
  console.log(line);
}
