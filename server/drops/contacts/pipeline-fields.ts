/**
 * Returns `$set` fields of a pipeline that take the values of `fields` if a condition holds, otherwise those of
 * `others` or their current values.
 */
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
