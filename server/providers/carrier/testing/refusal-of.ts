import { AppError } from '#server/platform/lib/errors.ts';

/** Returns the code of the `AppError` that `read` throws, or `none`. */
export function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}
