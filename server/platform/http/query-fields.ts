import type { AnyProcedure } from '@trpc/server';
import type { Request } from 'express';
import type { z } from 'zod';
import { misspelledName } from '#shared/nearest-name.ts';
import { invalidField } from '#server/platform/lib/errors.ts';
import { refuseUndecoded } from '#server/platform/lib/text/utf8.ts';

/** Some clients add it with a number, so that no cache answers. */
const CACHE_BUSTER = '_';

/** Returns the query of a request. Throws `AppError` INVALID_INPUT for a field whose escapes are not UTF-8. */
export function queryFields({ query }: Request): Record<string, unknown> {
  const { [CACHE_BUSTER]: _, ...fields } = query;
  for (const [name, value] of Object.entries(fields)) refuseUndecoded(name, value);
  return fields;
}

/**
 * Throws `AppError` INVALID_INPUT for a field of a query that is a misspelling of one that the call knows. For calls that
 * only read: they ignore other unknown names, as clients and proxies add names of their own to a link.
 */
export function refuseMisspelt(req: Request, procedure: AnyProcedure | undefined): void {
  const { inputs = [] } = (procedure?._def ?? {}) as { inputs?: z.core.$ZodTypes[] };
  const fieldNames = inputs.flatMap(namesOf).filter((name) => !Object.hasOwn(req.params, name));
  for (const name of Object.keys(queryFields(req))) {
    const meant = fieldNames.includes(name) ? undefined : misspelledName(name, fieldNames);
    if (meant === undefined) continue;
    const text = `Unknown field ${JSON.stringify(name)}. Did you mean ${JSON.stringify(meant)}?`;
    throw invalidField(name, text);
  }
}

/** Returns the names of the fields of an input. */
function namesOf({ _zod: { def } }: z.core.$ZodTypes): string[] {
  if (def.type === 'object') return Object.keys(def.shape);
  return 'innerType' in def ? namesOf(def.innerType as z.core.$ZodTypes) : [];
}
