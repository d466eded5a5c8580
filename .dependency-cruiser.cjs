/** Who may know whom. The rules of a file by itself are in eslint.config.js. */

const TEST = '\\.test\\.tsx?$|-harness\\.ts$|/contract\\.ts$|/testing/|/fixtures/|^client/e2e/';
const FEATURES = 'analytics|auth|billing|campaigns|credits|drops|live|suppressions|voices';
/** The types of a feature that others may know. */
const API = `^server/(${FEATURES})/api\\.ts$`;
/** Where the parts are chosen and put together. */
const COMPOSITION = '^server/composition/';
/** Where programs begin: the server, its sidecar processes, the client, the commands. */
const PROGRAMS = [
  '^server/main\\.ts$',
  '^server/emulators/.*-child\\.ts$',
  '^client/main\\.ts$',
  '^scripts/[^/]+$',
  '^scripts/lib/end-with-parent',
  '^client/.*worker\\.ts$',
  '^scripts/bench/main',
  '^scripts/mutate/main',
  '^scripts/bench/.*-child\\.ts$',
];
/** What every floor of the server may use. */
const FOUNDATION = '^server/lib/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Files that need each other are one idea, or lack a third that both need.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-dead-files',
      comment: 'No program needs this file.',
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
      comment: 'All but the addresses of files that Vite serves as they are.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
    {
      name: 'declared-packages',
      comment: 'A package that is used stands in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages-at-run-time',
      severity: 'error',
      from: { path: '^(server|shared|client)/', pathNot: [TEST, '^server/http/client-app\\.ts$'] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: ['node_modules/(@types|vite)/'],
      },
    },

    {
      name: 'shared-imports-zod-alone',
      severity: 'error',
      from: { path: '^shared/', pathNot: TEST },
      to: { pathNot: ['^shared/', 'node_modules/zod/'] },
    },
    {
      name: 'client-knows-no-server',
      comment: 'But for the type of the app router.',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/e2e/' },
      to: { path: '^(server|scripts)/', pathNot: '^server/trpc/app-router\\.ts$' },
    },
    {
      name: 'client-knows-the-type-of-the-app-router-alone',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/trpc/app-router\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-runs-in-a-browser',
      severity: 'error',
      from: { path: '^client/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'ui-and-charts-know-no-features',
      severity: 'error',
      from: { path: '^client/(ui|charts)/' },
      to: { path: '^client/(app|features)/' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^(server|shared)/' },
      to: { path: '^(client|scripts)/' },
    },

    {
      name: 'main-and-composition-are-the-top',
      severity: 'error',
      from: { path: '^server/', pathNot: [TEST, '^server/main\\.ts$', COMPOSITION] },
      to: { path: ['^server/main\\.ts$', COMPOSITION] },
    },
    {
      name: 'features-know-no-floor-above',
      comment:
        'http, trpc and jobs use the features; of trpc a feature has the procedure builder and the context.',
      severity: 'error',
      from: { path: `^server/(${FEATURES}|providers)/`, pathNot: TEST },
      to: { path: '^server/(http|jobs|trpc|seed)/', pathNot: '^server/trpc/(trpc|context)\\.ts$' },
    },
    {
      name: 'features-know-of-each-other-the-api-alone',
      comment: 'A feature tells in its api.ts the types that others may know.',
      severity: 'error',
      from: { path: `^server/(${FEATURES})/`, pathNot: TEST },
      to: { path: `^server/(${FEATURES})/`, pathNot: ['^server/$1/', API] },
    },
    {
      name: 'features-import-no-values-of-each-other',
      comment: 'The composition passes them in.',
      severity: 'error',
      from: { path: `^server/(${FEATURES})/`, pathNot: TEST },
      to: { path: API, pathNot: '^server/$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'an-api-has-types-alone',
      severity: 'error',
      from: { path: API },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-composition-builds-features',
      comment: 'Harnesses, benches and commands compose with overrides.',
      severity: 'error',
      from: { path: '^(server|scripts)/', pathNot: ['\\.test\\.ts$', COMPOSITION] },
      to: { path: `^server/(${FEATURES})/[^/]+-feature\\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'providers-know-no-features',
      severity: 'error',
      from: { path: '^server/providers/', pathNot: TEST },
      to: { path: `^server/(${FEATURES})/` },
    },
    {
      name: 'lib-imports-lib-alone',
      severity: 'error',
      from: { path: FOUNDATION, pathNot: TEST },
      to: { path: '^server/', pathNot: FOUNDATION },
    },
    {
      name: 'only-the-composition-chooses-emulators',
      severity: 'error',
      from: {
        path: '^(server|scripts)/',
        pathNot: [TEST, COMPOSITION, '^server/emulators/', '^scripts/lib/'],
      },
      to: { path: '^server/emulators/' },
    },
    {
      name: 'only-the-composition-chooses-a-vendor',
      comment: 'Everybody else knows the port and the errors alone.',
      severity: 'error',
      from: {
        path: '^(server|scripts)/',
        pathNot: [TEST, COMPOSITION, '^server/(emulators|providers)/'],
      },
      to: { path: '^server/providers/[^/]+/(stripe|dropcowboy|elevenlabs|smtp|s3)[^/]*$' },
    },

    {
      name: 'mongoose-in-models-and-stores',
      comment: 'Elsewhere a type, at most: connections are handed around.',
      severity: 'error',
      from: {
        path: '^(server|scripts)/',
        pathNot: [TEST, '-(model|store)\\.ts$', '^server/(emulators|lib)/', COMPOSITION, '^scripts/bench/'],
      },
      to: { path: 'node_modules/(mongoose|mongodb)/', dependencyTypesNot: ['type-only'] },
    },
    ownPlace('agenda', '^server/jobs/', 'agenda|@agendajs/.*'),
    ownPlace('stripe', '^server/(providers/payments|emulators/stripe)', 'stripe'),
    ownPlace('mail', '^server/(providers/mail|emulators/mail)', 'nodemailer|smtp-server'),
    ownPlace('aws', '^server/providers/objects/', '@aws-sdk/.*'),
    ownPlace('embedded-mongodb', '^server/emulators/mongodb', '@0q/.*'),
    ownPlace('express-session', '^server/http/', 'express-session|connect-mongo|helmet'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};

/** A vendor's package has one place; the rest of the house knows our own words for it. */
function ownPlace(name, path, packages) {
  return {
    name: `${name}-in-its-own-place`,
    severity: 'error',
    from: { path: '^(server|shared|scripts|client)/', pathNot: [TEST, path] },
    to: { path: `node_modules/(${packages})/` },
  };
}
