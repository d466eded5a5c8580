const isPlain = (value: unknown) => value === null || ['number', 'string', 'boolean'].includes(typeof value);

/** Whether a constant is a limit, a path, a list of choices or a table of these; a sentence is none. */
function isListed(value: unknown, depth = 2): boolean {
  if (isPlain(value)) return depth < 2 || typeof value !== 'string' || !value.includes(' ');
  const isTable = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isTable && depth > 0 && Object.values(value as object).every((part) => isListed(part, depth - 1));
}

/** Lists the limits, choices and tables that modules export. */
export function listConstants(modules: Record<string, Record<string, unknown>>): string {
  const lines = Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter(([name, value]) => /^[A-Z][A-Z\d_]+$/.test(name) && isListed(value))
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${[...new Set(lines)].sort().join('\n')}\n`;
}
