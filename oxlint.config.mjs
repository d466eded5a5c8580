/** @import { DummyRule, OxlintConfig } from 'oxlint' */

/** What must be the same every time: the ledger's two pure functions and everything that the browser shares. */
const PURE = ['shared/**/*.ts', 'server/features/credits/decide.ts', 'server/features/credits/evolve.ts'];
const TESTS = [
  '**/*.test.{ts,tsx}',
  '**/*-harness.ts',
  '**/contract.ts',
  '**/testing/**',
  '**/fixtures/**',
  'client/e2e/**',
];

const PROCESS_ENV = {
  object: 'process',
  property: 'env',
  message: 'Settings come from server/app/env/env.ts.',
};
const LINK = 'Use SmartLink of client/ui/controls, whose page opens after the frame that answers the press.';
const SEARCH = 'It decodes the search once too often; take that of wouter/use-browser-location.';
const FORM = 'Forms are made with useZodForm (client/kit).';
const CLOCK = 'Time is passed in.';
const IMPURE_GLOBALS = [
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
];

/** @type {(max: number) => DummyRule} */
const codeLines = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];

/**
 * Rules for one file; .dependency-cruiser.cjs has those between files. The last override that names a rule wins.
 * @type {OxlintConfig}
 */
export default {
  plugins: ['eslint', 'typescript', 'react'],
  jsPlugins: ['./scripts/lib/pure-file-rules.mjs'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  ignorePatterns: ['docker/mongodb/', '**/*.cjs', 'dist', 'coverage', 'test-results', 'client/public'],
  categories: { correctness: 'error' },
  rules: {
    // The strict type-checked rules of typescript-eslint, and our own.
    'eslint/eqeqeq': ['error', 'always', { null: 'ignore' }],
    'eslint/no-array-constructor': 'error',
    'eslint/no-unused-expressions': [
      'error',
      { allowShortCircuit: false, allowTaggedTemplates: false, allowTernary: false },
    ],
    'eslint/no-unused-vars': [
      'error',
      { varsIgnorePattern: '^_', argsIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    'eslint/no-useless-constructor': 'error',
    'eslint/no-var': 'error',
    'eslint/prefer-const': ['error', { destructuring: 'any', ignoreReadBeforeAssign: false }],
    'eslint/prefer-rest-params': 'error',
    'eslint/prefer-spread': 'error',
    'typescript/await-thenable': 'error',
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-array-delete': 'error',
    'typescript/no-base-to-string': 'error',
    'typescript/no-confusing-void-expression': [
      'error',
      { ignoreArrowShorthand: true, ignoreVoidOperator: true },
    ],
    'typescript/no-deprecated': 'error',
    'typescript/no-duplicate-enum-values': 'error',
    'typescript/no-duplicate-type-constituents': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extra-non-null-assertion': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-for-in-array': 'error',
    'typescript/no-generated-empty-object-type': 'error',
    'typescript/no-implied-eval': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-meaningless-void-operator': 'error',
    'typescript/no-misused-new': 'error',
    'typescript/no-misused-promises': [
      'error',
      { checksVoidReturn: { attributes: false, properties: false } },
    ],
    'typescript/no-misused-spread': 'error',
    'typescript/no-mixed-enums': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-asserted-optional-chain': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-redundant-type-constituents': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-this-alias': 'error',
    'typescript/no-unnecessary-boolean-literal-compare': 'error',
    'typescript/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
    'typescript/no-unnecessary-template-expression': 'error',
    'typescript/no-unnecessary-type-arguments': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unnecessary-type-conversion': 'error',
    'typescript/no-unnecessary-type-parameters': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-declaration-merging': 'error',
    'typescript/no-unsafe-enum-assignment': 'error',
    'typescript/no-unsafe-enum-comparison': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-unary-minus': 'error',
    'typescript/no-useless-default-assignment': 'error',
    'typescript/no-wrapper-object-types': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-as-const': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/prefer-namespace-keyword': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/prefer-reduce-type-parameter': 'error',
    'typescript/prefer-return-this-type': 'error',
    'typescript/related-getter-setter-pairs': 'error',
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNever: false,
        allowNullish: false,
        allowNumber: false,
        allowRegExp: false,
      },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/triple-slash-reference': 'error',
    'typescript/unified-signatures': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    'eslint/max-lines': codeLines(250),
    'eslint/max-lines-per-function': codeLines(80),
    'eslint/no-restricted-properties': ['error', PROCESS_ENV],
    'eslint/no-restricted-imports': [
      'error',
      {
        paths: [
          { name: 'node:process', importNames: ['env'], message: PROCESS_ENV.message },
          { name: 'wouter', importNames: ['useSearch'], message: SEARCH },
          { name: 'wouter', importNames: ['Link'], message: LINK },
          { name: 'react-hook-form', importNames: ['useForm'], message: FORM },
        ],
      },
    ],

    // Ports, features and hooks return closures, which may be taken apart.
    'typescript/unbound-method': 'off',
    // An emulator keeps a port's promises without having anything to wait for.
    'typescript/require-await': 'off',
    // Playwright reads the names of a fixture's own fixtures from the pattern.
    'eslint/no-empty-pattern': 'off',
    // The compiler covers both, and knows of assignments by `??=`.
    'eslint/no-unsafe-optional-chaining': 'off',
    'eslint/no-unused-private-class-members': 'off',
    // Lists of strings are sorted as such.
    'typescript/require-array-sort-compare': 'off',
  },
  overrides: [
    {
      // Where settings are read, and where they are handed to the processes that read them.
      files: [
        'server/app/env/env.ts',
        'server/platform/lib/debian-folder.mjs',
        'scripts/**/*.mjs',
        'docker/**/*.mjs',
        '*.config.ts',
      ],
      rules: { 'eslint/no-restricted-properties': 'off' },
    },
    {
      files: PURE,
      excludeFiles: TESTS,
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          PROCESS_ENV,
          { object: 'Date', property: 'now', message: CLOCK },
          { object: 'performance', property: 'now', message: CLOCK },
          { object: 'Math', property: 'random', message: 'Chance is passed in.' },
        ],
        'eslint/no-restricted-globals': [
          'error',
          ...IMPURE_GLOBALS.map((name) => ({
            name,
            message: 'This file is pure: no input, output, timers or chance.',
          })),
        ],
        'pure-file/no-clock': 'error',
        'pure-file/no-async': 'error',
      },
    },
    {
      // One function by form and a list by nature: neither a router nor the composition holds logic.
      files: ['server/**/*-router.ts', 'server/features/*/procedures/*.ts', 'server/app/**/*.ts'],
      rules: { 'eslint/max-lines-per-function': codeLines(150) },
    },
    {
      files: ['client/**/*.tsx'],
      rules: {
        'react/error-boundaries': 'error',
        'react/exhaustive-deps': 'error',
        'react/globals': 'error',
        'react/immutability': 'error',
        'react/incompatible-library': 'error',
        'react/preserve-manual-memoization': 'error',
        'react/purity': 'error',
        'react/refs': 'error',
        'react/rules-of-hooks': 'error',
        'react/set-state-in-effect': 'error',
        'react/set-state-in-render': 'error',
        'react/static-components': 'error',
        'react/unsupported-syntax': 'error',
        'react/use-memo': 'error',
        'eslint/max-lines-per-function': codeLines(150),
      },
    },
    {
      files: ['**/*.mjs'],
      rules: {
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      files: TESTS,
      rules: {
        'eslint/max-lines': codeLines(400),
        'eslint/max-lines-per-function': 'off',
        'eslint/no-restricted-properties': 'off',
      },
    },
  ],
};
