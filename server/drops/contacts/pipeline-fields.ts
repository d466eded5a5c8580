/** The fields of a pipeline's `$set`: as `fields` say where a condition holds, otherwise as `others` say or as they are. */
export function fieldsWhere(
  condition: object,
  fields: Record<string, unknown>,
  others: Record<string, string> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { $cond: [condition, value, others[name] ?? `$${name}`] },
    ]),
  );
}
