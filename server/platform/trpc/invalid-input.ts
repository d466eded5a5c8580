import { ZodError, type output, type ZodType } from 'zod';
import { sentencesOf } from '#server/platform/lib/text/unknown-fields.ts';
import { AppError } from '#server/platform/lib/errors.ts';

/** Maximum number of fields named in a validation error. */
export const MAX_NAMED_FIELDS = 100;

/**
 * Returns the 400 error of an invalid input, with its fields: `{ campaign_name: 'A campaign name is required' }`. Unknown
 * fields come first: where one is a misspelt other, that one is missing too.
 */
export function invalidInput(cause: unknown): AppError {
  // Not a ZodError: the body is not JSON, or it has more issues than zod can collect before a stack overflow.
  if (!(cause instanceof ZodError)) return new AppError('INVALID_INPUT', 'The input cannot be read.');
  const problems = cause.issues.slice(0, MAX_NAMED_FIELDS).flatMap(problemsOf);
  const unknownFirst = problems.toSorted((a, b) => Number(b.isUnknown) - Number(a.isUnknown));
  const named = unknownFirst.slice(0, MAX_NAMED_FIELDS);
  const text = named
    .map(({ field, message, isUnknown }) => (isUnknown ? message : `${field}: ${message}`))
    .join('; ');
  const fields = Object.fromEntries(named.map(({ field, message }) => [field, message]));
  return new AppError('INVALID_INPUT', text, { fields });
}

/** What is wrong with one field. */
interface Problem {
  field: string;
  message: string;
  isUnknown: boolean;
}

function problemsOf(issue: ZodError['issues'][number]): Problem[] {
  const { path, message } = issue;
  if (issue.code !== 'unrecognized_keys')
    return [{ field: path.join('.') || 'body', message, isUnknown: false }];
  const sentences = sentencesOf(message);
  return sentences.map((sentence, at) => ({
    field: [...path, issue.keys[at]].join('.'),
    message: sentence,
    isUnknown: true,
  }));
}

/** Parses input that does not come through a procedure. Throws `AppError` INVALID_INPUT with the fields named. */
export function parseInput<Schema extends ZodType>(schema: Schema, value: unknown): output<Schema> {
  const input = schema.safeParse(value);
  if (!input.success) throw invalidInput(input.error);
  return input.data;
}
