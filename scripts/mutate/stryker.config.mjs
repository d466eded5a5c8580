import { existsSync, readdirSync } from 'node:fs';

/** Folders of the server: of these, files with a unit test of the same name are changed. */
const FOLDERS = [
  'server/features/billing',
  'server/features/credits',
  'server/features/drops',
  'server/providers/payments',
];

/** @param {string} folder */
function unitTested(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/\.(int|long)\.test\.ts$/.test(name))
    .map((name) => `${folder}/${name.replace('.test.ts', '.ts')}`)
    .filter((file) => existsSync(file));
}

/** @type {ConstructorParameters<typeof import('@stryker-mutator/core').Stryker>[0]} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutate/vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    'shared/**/*.ts',
    '!shared/**/*.test.ts',
    '!shared/**/{testing,fixtures}/**',
    ...FOLDERS.flatMap(unitTested),
  ],
  // Most of them are what people read, which the tests of screens examine.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Git, the linters, the compiler and Vitest ignore `dist`.
  tempDirName: 'dist/stryker',
  ignorePatterns: ['dist', '.data', 'client', 'docker'],
  coverageAnalysis: 'perTest',
  reporters: ['clear-text', 'json', 'html'],
  jsonReporter: { fileName: 'dist/mutation/mutation.json' },
  htmlReporter: { fileName: 'dist/mutation/mutation.html' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  concurrency: 2,
  disableTypeChecks: false,
};
