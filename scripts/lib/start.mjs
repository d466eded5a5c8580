import { pathToFileURL } from 'node:url';
import { buildIsCurrent } from './build-state.mjs';
import { installDependencies } from './packages.mjs';
import { prepareEmbeddedMongodb } from './embedded-mongodb.mjs';
import { run } from './processes.mjs';
import { enterProject, Failure, root, runScript } from './project.mjs';
import { runAndWatch } from './watch.mjs';

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
    if (dev) startSources();
    else await startBuild();
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
function startSources() {
  say('Starting from the sources');
  runAndWatch('server/main.ts', { ...process.env, HARK_DEV: '1' });
}

/** @param {string} line */
function say(line) {
  console.log(line);
}
