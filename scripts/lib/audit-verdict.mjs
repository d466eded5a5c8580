/** What must not be in production. */
const SERIOUS = ['high', 'critical'];
const SEVERITIES = ['info', 'low', 'moderate', ...SERIOUS];

/**
 * Reads the JSON report of `npm audit`, and counts what concerns the shipped packages. A registry without audits is no
 * failure, as it says nothing about the packages.
 *
 * @param {string} json
 * @param {ReadonlySet<string>} shipped paths of the packages that reach production
 */
export function auditVerdict(json, shipped) {
  const vulnerable = vulnerabilitiesOf(json);
  if (vulnerable === undefined) return { ok: true, text: 'No audit: this registry does not offer one.' };
  const found = Object.values(vulnerable)
    .filter(({ nodes }) => nodes.some((path) => shipped.has(path)))
    .map(({ severity }) => severity);
  const counts = SEVERITIES.filter((severity) => found.includes(severity)).map(
    (severity) => `${String(found.filter((one) => one === severity).length)} ${severity}`,
  );
  const text = `Known vulnerabilities: ${counts.join(', ') || 'none'}.`;
  return { ok: !found.some((severity) => SERIOUS.includes(severity)), text };
}

/**
 * @param {string} json
 * @returns {Record<string, { severity: string, nodes: string[] }> | undefined}
 */
function vulnerabilitiesOf(json) {
  try {
    return JSON.parse(json).vulnerabilities;
  } catch {
    return undefined;
  }
}
