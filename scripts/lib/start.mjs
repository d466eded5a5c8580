import { pathToFileURL } from 'node:url';
import { buildIsCurrent } from './build-state.mjs';
import { installDependencies } from './dependencies.mjs';
import { prepareEmbeddedMongodb } from './embedded-mongodb.mjs';
import { run } from './processes.mjs';
import { enterProject, Failure, root, runScript } from './project.mjs';
import { runAndWatch } from './watch.mjs';

/**
 * From a fresh clone to a running Hark: installs, prepares the database, builds and starts, each only where needed.
 * @param {{ dev: boolean }} options
 */
export async function start({ dev }) {
  await runScript(async () => {
    enterProject();
    await installDependencies(say);
    await prepareEmbeddedMongodb(say);
    if (process.env.NODE_ENV !== 'production') process.env.HARK_SEED_DEMO ??= '1';
    // A terminal is for people; a service's log is for machines.
    if (process.stdout.isTTY) process.env.LOG_LEVEL ??= 'warn';
    if (dev) startSources();
    else await startBuild();
  });
}

/** The server runs in this very process: whatever ends this one, nothing is left behind that holds the port. */
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

/** The server starts again when one of its files changes; Vite, inside the server, does the same for the client. */
function startSources() {
  say('Starting from the sources');
  runAndWatch('server/main.ts', { ...process.env, HARK_DEV: '1' });
}

/** @param {string} line */
function say(line) {
  console.log(line);
}
