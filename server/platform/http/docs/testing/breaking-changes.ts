import { isObject, type Json } from '../json.ts';
import { narrowings, type Documents } from './schema-changes.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/**
 * Returns what in the current OpenAPI document breaks programs that were written for the published one: one line each,
 * such as `POST /login/ 200: user_data was removed`. Additions break nothing.
 */
export function breakingChanges(published: Json, current: Json): string[] {
  const documents = { published, current };
  return [
    ...groupChanges(documents, 'paths', ''),
    // What Hark sends to an integrator: its requests must keep what they had.
    ...groupChanges(documents, 'webhooks', 'webhook '),
  ];
}

function groupChanges(documents: Documents, group: 'paths' | 'webhooks', prefix: string): string[] {
  const now = objectAt(documents.current, group);
  return Object.entries(objectAt(documents.published, group)).flatMap(([path, methods]) =>
    METHODS.filter((method) => isObject(methods) && method in methods).flatMap((method) => {
      const name = `${prefix}${method.toUpperCase()} ${path}`;
      const before = objectAt(methods as Json, method);
      const after = objectAt(objectAt(now, path), method);
      if (Object.keys(after).length === 0) return [`${name} was removed`];
      return operationChanges(documents, name, { before, after, sent: group === 'webhooks' });
    }),
  );
}

interface Change {
  before: Json;
  after: Json;
  /** Whether Hark sends the request, as it does to webhooks. */
  sent: boolean;
}

function operationChanges(documents: Documents, name: string, { before, after, sent }: Change): string[] {
  return [
    ...parameterChanges(documents, name, parametersOf(before), parametersOf(after)),
    ...bodyChanges(
      documents,
      `${name} request`,
      before['requestBody'],
      after['requestBody'],
      sent ? 'response' : 'request',
    ),
    ...responseChanges(documents, name, objectAt(before, 'responses'), objectAt(after, 'responses')),
    ...(isPublic(before) && !isPublic(after) ? [`${name}: credentials are required now`] : []),
  ];
}

function isPublic({ security }: Json): boolean {
  return Array.isArray(security) && security.length === 0;
}

function parametersOf({ parameters }: Json): Map<string, Json> {
  const list = Array.isArray(parameters) ? parameters.filter(isObject) : [];
  return new Map(
    list.map((parameter) => [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter]),
  );
}

function parameterChanges(
  documents: Documents,
  name: string,
  before: ReadonlyMap<string, Json>,
  after: ReadonlyMap<string, Json>,
): string[] {
  const added = [...after]
    .filter(([key, { required }]) => required === true && before.get(key)?.['required'] !== true)
    .map(([key]) => `${name}: ${key} is required now`);
  const changed = [...before].flatMap(([key, { schema }]) => {
    const now = after.get(key);
    if (now === undefined) return [`${name}: ${key} was removed`];
    return narrowings(documents, `${name}: ${key}`, schema, now['schema'], 'request');
  });
  return [...added, ...changed];
}

function bodyChanges(
  documents: Documents,
  name: string,
  before: unknown,
  after: unknown,
  direction: 'request' | 'response',
): string[] {
  const was = isObject(before) ? before : {};
  const is = isObject(after) ? after : {};
  const required =
    is['required'] === true && was['required'] !== true ? [`${name}: a body is required now`] : [];
  return [
    ...(direction === 'request' ? required : []),
    ...contentChanges(documents, name, was, is, direction),
  ];
}

function responseChanges(documents: Documents, name: string, before: Json, after: Json): string[] {
  return Object.entries(before).flatMap(([status, response]) => {
    const was = documents.published;
    const now = after[status];
    if (now === undefined) return [`${name} ${status} was removed`];
    return contentChanges(
      documents,
      `${name} ${status}`,
      resolved(was, response),
      resolved(documents.current, now),
      'response',
    );
  });
}

function contentChanges(
  documents: Documents,
  name: string,
  before: Json,
  after: Json,
  direction: 'request' | 'response',
): string[] {
  const now = objectAt(after, 'content');
  return Object.entries(objectAt(before, 'content')).flatMap(([type, media]) => {
    if (!(type in now)) return [`${name}: ${type} was removed`];
    return narrowings(documents, name, (media as Json)['schema'], objectAt(now, type)['schema'], direction);
  });
}

/** Returns the object itself, or the component that it refers to. */
function resolved(document: Json, value: unknown): Json {
  if (!isObject(value)) return {};
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  return $ref
    .replace('#/', '')
    .split('/')
    .reduce<Json>((at, key) => objectAt(at, key), document);
}

function objectAt(object: Json, key: string): Json {
  const value = object[key];
  return isObject(value) ? value : {};
}
