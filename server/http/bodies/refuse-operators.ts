import { AppError } from '#server/lib/errors.ts';

/**
 * Throws `AppError` INVALID_INPUT if a key of the body begins with `$` at any depth: MongoDB would read it as an
 * operator. Without this check the schemas would silently drop such a key.
 */
export function refuseOperators(body: object): void {
  // A body may have a million values: nodes link to their parent, and a path is built only for the error.
  const stack: Node[] = [{ value: body, key: '', parent: undefined }];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const key of Object.keys(node.value)) {
      if (key.startsWith('$')) throw notAllowed([...pathOf(node), key].join('.'));
      const value = (node.value as Record<string, unknown>)[key];
      if (typeof value === 'object' && value !== null) stack.push({ value, key, parent: node });
    }
  }
}

interface Node {
  value: object;
  key: string;
  parent: Node | undefined;
}

function pathOf(node: Node): string[] {
  const path: string[] = [];
  for (let { key, parent } = node; parent !== undefined; { key, parent } = parent) path.unshift(key);
  return path;
}

function notAllowed(field: string): AppError {
  return new AppError('INVALID_INPUT', `${field}: is not allowed`, { fields: { [field]: 'is not allowed' } });
}
