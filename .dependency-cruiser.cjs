/** Which module may import which. Rules within a file are in oxlint.config.mjs. */

const TEST = '\\.test\\.tsx?$|-harness\\.ts$|/contract\\.ts$|/testing/|/fixtures/|^client/e2e/';
/** The types of a feature, or of a part of it, that others may import. */
const API = ['^server/features/[^/]+/api\\.ts$', '^server/features/[^/]+/[^/]+/api\\.ts$'];
/** The composition root: selects adapters and connects features. */
const APP = '^server/app/';
/** What operators type. */
const COMMANDS = '^server/commands/';
/** Entry points: the server, its sidecar processes, the client, the commands. */
const PROGRAMS = [
  '^server/main\\.ts$',
  '^server/emulators/.*-child\\.ts$',
  '^server/.*-worker\\.mjs$',
  '^client/start\\.tsx$',
  // The router finds them by their names.
  '^client/features/.*-page\\.tsx$',
  '^client/prerender\\.tsx$',
  // A part of every page, see vite.config.ts.
  '^client/head\\.js$',
  // Replace packages, see vite.config.ts.
  '^client/charts/(tick-text|numeric-scales)\\.tsx?$',
  '^server/commands/[^/]+\\.ts$',
  '^scripts/[^/]+$',
  '^scripts/lib/(end-with-parent|pure-file-rules|packages)',
  '^client/.*worker\\.ts$',
  '^scripts/bench/main',
  '^scripts/mutate/(planted\\.|stryker\\.config|vitest\\.config)',
  // The build of the client copies the second.
  '^scripts/sdk/cli/main',
  '^scripts/sdk/client/',
  '^scripts/bench/.*-child\\.ts$',
];
/** What every layer of the server may import. */
const FOUNDATION = '^server/platform/lib/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Type-only imports count. Move what both files need into one of them or a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-dead-files',
      comment: 'No entry point reaches this file.',
      severity: 'error',
      from: { path: PROGRAMS },
      to: {
        path: '^(server|shared|client|scripts)/',
        pathNot: [TEST, ...PROGRAMS, '\\.d\\.ts$', '^client/public/'],
        reachable: false,
      },
    },
    {
      name: 'resolvable',
      comment: 'Except URLs of files that Vite serves unchanged.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
    {
      name: 'declared-packages',
      comment: 'An imported package is declared in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages-at-run-time',
      comment:
        'The client is built, so its packages are development packages; a server installs none of them.',
      severity: 'error',
      from: {
        path: '^(server|shared)/',
        // The third is used by the build alone, and the last does not run in production.
        pathNot: [
          TEST,
          '^server/platform/http/client-app\\.ts$',
          '^server/platform/lib/line-maps\\.mjs$',
          '^server/emulators/mongodb/',
        ],
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: ['node_modules/(@types|vite)/'],
      },
    },

    {
      name: 'shared-imports-only-zod',
      severity: 'error',
      from: { path: '^shared/', pathNot: TEST },
      to: { pathNot: ['^shared/', 'node_modules/zod/'] },
    },
    {
      name: 'client-imports-no-server',
      comment: 'Except the type of the app router.',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/e2e/' },
      to: { path: '^(server|scripts)/', pathNot: '^server/app/app-router\\.ts$' },
    },
    {
      name: 'client-imports-only-the-type-of-the-app-router',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/app/app-router\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-runs-in-a-browser',
      severity: 'error',
      from: { path: '^client/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'ui-and-charts-import-no-features',
      severity: 'error',
      from: { path: '^client/(ui|charts)/' },
      to: { path: '^client/(app|domain|features|kit)/' },
    },
    {
      name: 'kit-imports-no-features',
      comment: 'The parts that screens are made of know none of them.',
      severity: 'error',
      from: { path: '^client/kit/', pathNot: TEST },
      to: { path: '^client/(domain|features)/' },
    },
    {
      name: 'domain-imports-no-features',
      comment: 'What several features show, such as the import of a file, knows none of them.',
      severity: 'error',
      from: { path: '^client/domain/' },
      to: { path: '^client/features/' },
    },
    {
      name: 'client-features-import-no-other',
      comment: 'What two of them need is in client/domain, or is made of client/kit.',
      severity: 'error',
      from: { path: '^client/features/([^/]+)/' },
      to: { path: '^client/features/', pathNot: '^client/features/$1/' },
    },
    {
      name: 'server-imports-no-client',
      severity: 'error',
      from: { path: '^(server|shared)/' },
      to: { path: '^(client|scripts)/' },
    },

    {
      name: 'only-main-imports-the-composition',
      severity: 'error',
      from: { path: '^server/', pathNot: [TEST, '^server/main\\.ts$', APP, COMMANDS] },
      to: { path: ['^server/main\\.ts$', APP] },
    },
    {
      name: 'features-import-no-higher-layer',
      comment: 'Except types, and the procedure builder, its routes, downloads, errors of input and context.',
      severity: 'error',
      from: { path: '^server/(features|providers)/', pathNot: TEST },
      to: {
        path: '^server/platform/(http|work|trpc)/',
        dependencyTypesNot: ['type-only'],
        pathNot:
          '^server/platform/trpc/(trpc|context|csv-download|invalid-input|body-routes|whole-list)\\.ts$',
      },
    },
    {
      name: 'features-import-of-each-other-only-the-api',
      comment: 'A feature exports in its api.ts the types that others may import.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: TEST },
      to: { path: '^server/features/', pathNot: ['^server/features/$1/', ...API] },
    },
    {
      name: 'features-import-no-values-of-each-other',
      comment: 'The composition injects them.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: TEST },
      to: { path: API, pathNot: '^server/features/$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'an-api-exports-only-types',
      severity: 'error',
      from: { path: API },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-composition-builds-features',
      comment: 'Harnesses, benches and commands compose with overrides.',
      severity: 'error',
      from: { path: '^(server|scripts)/', pathNot: ['\\.test\\.ts$', APP] },
      to: { path: '^server/features/.*-feature\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'providers-import-no-features',
      severity: 'error',
      from: { path: '^server/providers/', pathNot: TEST },
      to: { path: '^server/features/' },
    },
    {
      name: 'platform-imports-no-features',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: TEST },
      to: { path: '^server/(app|commands|features|emulators)/' },
    },
    {
      name: 'lib-imports-only-lib',
      severity: 'error',
      from: { path: FOUNDATION, pathNot: TEST },
      to: { path: '^server/', pathNot: FOUNDATION },
    },
    {
      name: 'only-the-composition-chooses-emulators',
      severity: 'error',
      from: {
        path: '^(server|scripts)/',
        pathNot: [TEST, APP, '^server/emulators/', '^scripts/lib/'],
      },
      to: { path: '^server/emulators/' },
    },
    {
      name: 'only-the-composition-chooses-a-vendor',
      comment: 'Other modules import the port and the errors.',
      severity: 'error',
      from: {
        path: '^(server|scripts)/',
        pathNot: [TEST, APP, '^server/(emulators|providers)/'],
      },
      to: { path: '^server/providers/[^/]+/(stripe|dropcowboy|elevenlabs|smtp|s3)[^/]*$' },
    },

    {
      name: 'mongoose-in-models-and-stores',
      comment: 'Other files import its types only; connections are injected.',
      severity: 'error',
      from: {
        path: '^(server|scripts)/',
        pathNot: [TEST, '-(model|store)\\.ts$', '^server/(emulators|platform/lib)/', APP, '^scripts/bench/'],
      },
      to: { path: 'node_modules/(mongoose|mongodb)/', dependencyTypesNot: ['type-only'] },
    },
    onlyIn('agenda', '^server/platform/work/', 'agenda|@agendajs/.*'),
    onlyIn('stripe', '^server/(providers/payments|emulators/stripe)', 'stripe'),
    onlyIn('mcp', '^server/app/mcp/', '@modelcontextprotocol/.*'),
    onlyIn('mail', '^server/(providers/mail|emulators/mail)', 'nodemailer|smtp-server'),
    onlyIn('aws', '^server/providers/objects/', '@aws-sdk/.*'),
    onlyIn('embedded-mongodb', '^server/emulators/mongodb', '@0q/.*'),
    // The stock server of the bench is what Hark's is compared with.
    onlyIn(
      'express-session',
      '^(server/platform/http/|scripts/bench/http/stock-child\\.ts$)',
      'express-session|connect-mongo|helmet',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};

/** Returns the rule that only files under `path` import these packages. */
function onlyIn(name, path, packages) {
  return {
    name: `${name}-only-in-its-folder`,
    severity: 'error',
    from: { path: '^(server|shared|scripts|client)/', pathNot: [TEST, path] },
    to: { path: `node_modules/(${packages})/` },
  };
}
