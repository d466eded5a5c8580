import { z } from 'zod';

/** Returns a field that may be left out; null is the same as leaving it out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .transform((value): z.output<Schema> | undefined => value ?? undefined)
    .optional();
}

/** Returns a field with a value for calls that leave it out; null is the same as leaving it out. */
export function withDefault<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) {
  return schema
    .nullable()
    .default(value as z.util.NoUndefined<z.output<Schema>>)
    .transform((given): z.output<Schema> => given ?? value);
}

/** The input of a call without fields; by tRPC it may be missing. */
export const noFields = z.strictObject({}).optional();
