import { installChromium } from './lib/chromium.mjs';
import { chooseStages } from './lib/stages/choose-stages.mjs';
import { installDependencies } from './lib/packages.mjs';
import { prepareEmbeddedMongodb } from './lib/embedded-mongodb.mjs';
import { enterProject, runScript } from './lib/project.mjs';
import { runStages } from './lib/stages/run-stages.mjs';
import { prepareS3Container } from './lib/s3-container.mjs';

/**
 * `npm test`: installs dependencies if needed, runs all but the long stages and prints `N passed, N failed` last.
 * `npm test -- all` runs every stage. `npm test --
 * unit browser` runs those stages, `npm test -- server/features/drops` the tests below a path, `npm test -- --changed` the
 * tests affected by uncommitted changes.
 */
await runScript(async () => {
  enterProject({ settings: false });
  const say = (/** @type {string} */ line) => {
    console.log(line);
  };
  const stages = chooseStages(process.argv.slice(2));
  await installDependencies(say);
  const needs = (/** @type {string[]} */ ...names) => stages.some(({ name }) => names.includes(name));
  if (needs('integration', 'integration-long', 'tests', 'browser', 'browser-long'))
    await prepareEmbeddedMongodb(say);
  if (needs('integration-long')) await prepareS3Container(say);
  if (needs('browser', 'browser-long')) await installChromium(say);
  const { passed, failed, skipped, failures, flaky } = await runStages(stages);
  // Last, so that the end of a long log names what to look at.
  for (const name of flaky) say(`Flaky, failed once and passed when run again: ${name}`);
  for (const name of failures) say(`Failed: ${name}`);
  const others = skipped > 0 ? `, ${String(skipped)} skipped` : '';
  say(`${String(passed)} passed, ${String(failed)} failed${others}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
});
