// JavaScript, so that it needs no loader when it runs from the sources.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// Required and not imported: modules that a thread imports stay in the memory of the process after it.
const require = createRequire(import.meta.url);
/** @type {typeof import('@zxcvbn-ts/core')} */
const { ZxcvbnFactory } = require('@zxcvbn-ts/core');
/** @type {typeof import('@zxcvbn-ts/language-common')} */
const common = require('@zxcvbn-ts/language-common');
/** @type {typeof import('@zxcvbn-ts/language-en')} */
const english = require('@zxcvbn-ts/language-en');

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  .../** @type {object} */ (workerData),
});

parentPort?.on('message', (/** @type {{ password: string; words: string[] }} */ { password, words }) => {
  parentPort?.postMessage(estimator.check(password, words).score);
});
