import { AppError } from '#server/lib/errors.ts';

/**
 * Refuses a body with keys that a database would take for operators, at any depth (contract §6). None of ours begins
 * with `$`; the schemas would overlook such a key, and its sender would believe that it was carried out.
 */
export function refuseOperators(body: object): void {
  // A body may hold a million values: only where they are is kept, and a path made of it where it is needed.
  const open: Place[] = [{ value: body, key: '', parent: undefined }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const key of Object.keys(place.value)) {
      if (key.startsWith('$')) throw notAllowed([...pathOf(place), key].join('.'));
      const value = (place.value as Record<string, unknown>)[key];
      if (typeof value === 'object' && value !== null) open.push({ value, key, parent: place });
    }
  }
}

interface Place {
  value: object;
  key: string;
  parent: Place | undefined;
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let { key, parent } = place; parent !== undefined; { key, parent } = parent) path.unshift(key);
  return path;
}

function notAllowed(field: string): AppError {
  return new AppError('INVALID_INPUT', `${field}: is not allowed`, { fields: { [field]: 'is not allowed' } });
}
