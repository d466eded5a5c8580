/** @typedef {{ ok: boolean, text: string }} Verdict */

/** What must not be in production. */
const SERIOUS = ['high', 'critical'];

/**
 * Reads the JSON report of `npm audit`. A registry without audits is no failure, as it says nothing about the packages.
 *
 * @param {string} json
 * @returns {Verdict}
 */
export function auditVerdict(json) {
  const counts = countsOf(json);
  if (counts === undefined) return { ok: true, text: 'No audit: this registry does not offer one.' };
  const found = Object.entries(counts).filter(([severity, count]) => severity !== 'total' && count > 0);
  const text = found.map(([severity, count]) => `${String(count)} ${severity}`).join(', ');
  const serious = found.some(([severity]) => SERIOUS.includes(severity));
  return { ok: !serious, text: `Known vulnerabilities: ${text === '' ? 'none' : text}.` };
}

/**
 * @param {string} json
 * @returns {Record<string, number> | undefined}
 */
function countsOf(json) {
  try {
    /** @type {{ metadata?: { vulnerabilities?: Record<string, number> } }} */
    const report = JSON.parse(json);
    return report.metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}
