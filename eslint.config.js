import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** What must be the same every time: the ledger's two pure functions and everything that the browser shares. */
const PURE = ['shared/**/*.ts', 'server/credits/decide.ts', 'server/credits/evolve.ts'];
const TESTS = [
  '**/*.test.{ts,tsx}',
  '**/*-harness.ts',
  '**/contract.ts',
  '**/testing/**',
  '**/fixtures/**',
  'client/e2e/**',
];

const PROCESS_ENV = { object: 'process', property: 'env', message: 'Settings come from server/env.ts.' };
const CLOCK = 'Time is passed in.';

/** The rules of the house that a file keeps by itself; .dependency-cruiser.cjs has those between files. */
export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'coverage/**', 'test-results/**', 'client/public/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': ['error', PROCESS_ENV],
      'no-restricted-imports': ['error', processEnvImport()],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { varsIgnorePattern: '^_', argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Ports and features are closures here, which may be taken apart; so are the hooks' answers in the client.
      '@typescript-eslint/unbound-method': 'off',
      // A local stand-in keeps a port's promises without having anything to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    // Where settings are read, and where they are handed to the processes that read them.
    files: ['server/env.ts', 'server/emulators/mongodb/glibc.mjs', 'scripts/**/*.mjs', '*.config.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: PURE,
    ignores: TESTS,
    rules: {
      'no-restricted-properties': [
        'error',
        PROCESS_ENV,
        { object: 'Date', property: 'now', message: CLOCK },
        { object: 'performance', property: 'now', message: CLOCK },
        { object: 'Math', property: 'random', message: 'Chance is passed in.' },
      ],
      'no-restricted-globals': [
        'error',
        ...[
          'process',
          'console',
          'crypto',
          'fetch',
          'setTimeout',
          'setInterval',
          'queueMicrotask',
          'window',
          'document',
          'localStorage',
        ].map((name) => ({ name, message: 'This file is pure: no input, output, timers or chance.' })),
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: CLOCK },
        { selector: "CallExpression[callee.name='Date']", message: CLOCK },
        { selector: ':function[async=true]', message: 'This file is pure: nothing to wait for.' },
      ],
    },
  },
  {
    // Mongoose declares the options of a schema, plain objects, as classes.
    files: ['**/*-model.ts', '**/*-store.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  {
    // One function by form and a list by nature: neither a router nor the composition holds logic.
    files: ['server/**/*-router.ts', 'server/*/procedures/*.ts', 'server/composition/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['client/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    rules: { 'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['**/*.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      'no-restricted-properties': 'off',
    },
  },
);

function processEnvImport() {
  return { paths: [{ name: 'node:process', importNames: ['env'], message: PROCESS_ENV.message }] };
}
