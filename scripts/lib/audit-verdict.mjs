/** @typedef {{ ok: boolean, text: string }} Verdict */

/** What must not be in production. */
const SERIOUS = ['high', 'critical'];

const SEVERITIES = ['info', 'low', 'moderate', ...SERIOUS];

/**
 * Reads the JSON report of `npm audit`, and counts what concerns the shipped packages. A registry without audits is no
 * failure, as it says nothing about the packages.
 *
 * @param {string} json
 * @param {ReadonlySet<string>} shipped paths of the packages that reach production
 * @returns {Verdict}
 */
export function auditVerdict(json, shipped) {
  const vulnerable = vulnerabilitiesOf(json);
  if (vulnerable === undefined) return { ok: true, text: 'No audit: this registry does not offer one.' };
  const found = vulnerable.filter(({ nodes }) => nodes.some((path) => shipped.has(path)));
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: found.filter((vulnerability) => vulnerability.severity === severity).length,
  })).filter(({ count }) => count > 0);
  const text = counts.map(({ severity, count }) => `${String(count)} ${severity}`).join(', ');
  const serious = counts.some(({ severity }) => SERIOUS.includes(severity));
  return { ok: !serious, text: `Known vulnerabilities: ${text === '' ? 'none' : text}.` };
}

/**
 * @param {string} json
 * @returns {{ severity: string, nodes: string[] }[] | undefined}
 */
function vulnerabilitiesOf(json) {
  try {
    /** @type {{ vulnerabilities?: Record<string, { severity: string, nodes: string[] }> }} */
    const { vulnerabilities } = JSON.parse(json);
    return vulnerabilities && Object.values(vulnerabilities);
  } catch {
    return undefined;
  }
}
