import type { z } from 'zod';
import { nearestName } from './nearest-name.ts';

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What the limits of a value count; a number has none. */
const COUNTED: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  set: ' entries',
};

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

/**
 * Returns the message for users of an issue whose schema defines none; zod's own are written for programmers.
 * It continues a sentence that begins with the name of the value.
 */
export function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'is missing';
      const expected = EXPECTED[issue.expected];
      return expected === undefined ? 'is not valid' : `must be ${expected}`;
    }
    case 'too_big':
      return limitText(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      return limitText(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'invalid_value':
      return issue.values.length > 1 ? `must be one of ${issue.values.join(', ')}` : 'is not valid';
    case 'unrecognized_keys':
      return unknownFields(issue);
    default:
      return 'is not valid';
  }
}

function limitText(origin: string, comparison: string, limit: number | bigint): string {
  const counted = COUNTED[origin];
  if (counted === undefined) return `must be ${comparison} ${String(limit)}`;
  return `must have ${comparison} ${String(limit)}${counted}`;
}

/** Maximum number of unknown fields that one message names. */
const MAX_UNKNOWN = 100;
/** Names of more letters are shortened in messages. */
const MAX_NAME_LENGTH = 80;

/** Returns a sentence for each unknown field of an object, a line each: `Unknown field "dropDate". Did you mean "drop_date"?` */
function unknownFields({ keys, path = [], inst }: Extract<Issue, { code: 'unrecognized_keys' }>): string {
  const known = Object.keys((inst as z.core.$ZodObject | undefined)?._zod.def.shape ?? {});
  const named = (key: string) => JSON.stringify([...path, key.slice(0, MAX_NAME_LENGTH)].join('.'));
  const sentences = keys.slice(0, MAX_UNKNOWN).map((key) => {
    const nearest = nearestName(key, known);
    if (nearest !== undefined) return `Unknown field ${named(key)}. Did you mean ${named(nearest)}?`;
    return `Unknown field ${named(key)}. ${knownFields(known)}`;
  });
  return sentences.join('\n');
}

function knownFields(known: readonly string[]): string {
  if (known.length === 0) return 'There are none here.';
  return `Known here: ${known.join(', ')}.`;
}

/** Returns the sentences of the message of an `unrecognized_keys` issue, in the order of its keys. */
export function sentencesOf(message: string): string[] {
  return message.split('\n');
}
