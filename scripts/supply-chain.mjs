/**
 * `npm run supply-chain`: writes the bill of materials of production to dist/sbom.json (CycloneDX), and asks the registry
 * for known vulnerabilities. Exit code 1 if there are serious ones; a registry that offers no audit is reported.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { auditVerdict } from './lib/audit-verdict.mjs';
import { clientImports, shippedPackages } from './lib/shipped-packages.mjs';

const FILE = 'dist/sbom.json';
const TIMEOUT_MS = 120_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** @param {string[]} args */
function npm(...args) {
  return spawnSync('npm', args, { encoding: 'utf8', maxBuffer: MAX_BYTES, timeout: TIMEOUT_MS });
}

const bill = npm('sbom', '--sbom-format', 'cyclonedx');
if (bill.status !== 0) {
  console.error(bill.stderr);
  process.exit(1);
}
// The client is built from development packages, so what is left out is not simply those.
const shipped = shippedPackages(clientImports());
const versions = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
/** @typedef {{ 'bom-ref': string, name: string, version: string }} Component */
/** @type {{ components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }} */
const all = JSON.parse(bill.stdout);
const components = all.components.filter(({ name, version }) => versions.has(`${name}@${version}`));
const refs = new Set(components.map((component) => component['bom-ref']));
const dependencies = all.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => refs.has(name)) }));
mkdirSync('dist', { recursive: true });
writeFileSync(FILE, JSON.stringify({ ...all, components, dependencies }, undefined, 2));
console.log(`${String(components.length)} packages in ${FILE}.`);

const { ok, text } = auditVerdict(
  npm('audit', '--json').stdout,
  new Set(shipped.map(({ location }) => location)),
);
console.log(text);
process.exitCode = ok ? 0 : 1;
