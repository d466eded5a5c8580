import { existsSync } from 'node:fs';
import { prepareEmbeddedMongodb } from './lib/embedded-mongodb.mjs';
import { installDependencies } from './lib/packages.mjs';
import { run } from './lib/processes.mjs';
import { enterProject, runScript } from './lib/project.mjs';

/** `node scripts/run.mjs server/commands/credits.ts …`: prepares the environment, then runs a command of the project. */
await runScript(async () => {
  enterProject();
  const [file = '', ...args] = process.argv.slice(2);
  const { code } = await run(process.execPath, [...(await commandLine(file)), ...args]);
  process.exit(code);
});

/**
 * Returns the command from the sources through tsx, or from the bundle if there are no sources, as in the container
 * image.
 * @param {string} file
 */
async function commandLine(file) {
  if (!existsSync(file)) return ['--enable-source-maps', `dist/${file.replace(/\.ts$/, '.js')}`];
  // Standard output is reserved for the command.
  const say = (/** @type {string} */ line) => {
    console.error(line);
  };
  await installDependencies(say);
  await prepareEmbeddedMongodb(say);
  return ['--import', 'tsx', file];
}
