/**
 * `npm run supply-chain`: writes the bill of materials of production to dist/sbom.json (CycloneDX), and asks the registry
 * for known vulnerabilities. Exit code 1 if there are serious ones; a registry that offers no audit is reported.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { auditVerdict } from './lib/audit-verdict.mjs';

const FILE = 'dist/sbom.json';
const TIMEOUT_MS = 120_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** @param {string[]} args */
function npm(...args) {
  return spawnSync('npm', args, { encoding: 'utf8', maxBuffer: MAX_BYTES, timeout: TIMEOUT_MS });
}

const bill = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev');
if (bill.status !== 0) {
  console.error(bill.stderr);
  process.exit(1);
}
mkdirSync('dist', { recursive: true });
writeFileSync(FILE, bill.stdout);
/** @type {{ components: unknown[] }} */
const { components } = JSON.parse(bill.stdout);
console.log(`${String(components.length)} packages in ${FILE}.`);

const { ok, text } = auditVerdict(npm('audit', '--omit', 'dev', '--json').stdout);
console.log(text);
process.exitCode = ok ? 0 : 1;
