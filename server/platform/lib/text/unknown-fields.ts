import type { z } from 'zod';
import { nearestName } from '#shared/nearest-name.ts';
import type { Issue } from '#shared/zod-messages.ts';

/** Maximum number of unknown fields that one message names. */
const MAX_UNKNOWN = 100;
/** Names of more letters are shortened in messages. */
const MAX_NAME_LENGTH = 80;

/** Returns a sentence for each unknown field of an object, a line each: `Unknown field "dropDate". Did you mean "drop_date"?` */
export function unknownFields({
  keys,
  path = [],
  inst,
}: Extract<Issue, { code: 'unrecognized_keys' }>): string {
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
