import { AppError } from '#server/errors.ts';

/**
 * Refuses a body with keys that a database would take for operators, at any depth (contract §6). None of ours begins
 * with `$`; the schemas would overlook such a key, and its sender would believe that it was carried out.
 */
export function refuseOperators(body: object): void {
  const open: [object, string][] = [[body, '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, path] = next;
    for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
      const field = path === '' ? key : `${path}.${key}`;
      if (key.startsWith('$')) {
        throw new AppError('INVALID_INPUT', `${field}: is not allowed`, {
          fields: { [field]: 'is not allowed' },
        });
      }
      if (typeof inner === 'object' && inner !== null) open.push([inner, field]);
    }
  }
}
