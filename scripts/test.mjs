import { installChromium } from './lib/chromium.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { prepareEmbeddedMongodb } from './lib/embedded-mongodb.mjs';
import { enterProject, runScript } from './lib/project.mjs';
import { runStages } from './lib/run-stages.mjs';

/**
 * `npm test` on a fresh clone: installs what is missing, then runs every stage, and prints `N passed, N failed` last.
 * `npm test -- unit browser` runs those stages alone.
 */
await runScript(async () => {
  enterProject({ settings: false });
  const say = (/** @type {string} */ line) => {
    console.log(line);
  };
  await installDependencies(say);
  await prepareEmbeddedMongodb(say);
  await installChromium(say);
  const total = await runStages(process.argv.slice(2));
  const skipped = total.skipped > 0 ? `, ${String(total.skipped)} skipped` : '';
  console.log(`${String(total.passed)} passed, ${String(total.failed)} failed${skipped}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});
