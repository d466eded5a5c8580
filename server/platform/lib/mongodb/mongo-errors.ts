import { mongo } from 'mongoose';

const DUPLICATE_KEY = 11_000;
const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;

/** Returns whether a write failed because a unique key is taken. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/** Returns whether a bulk write failed on nothing but taken keys; false if its write concern failed as well. */
export function isDuplicatesOnly(error: unknown): error is mongo.MongoBulkWriteError {
  if (!(error instanceof mongo.MongoBulkWriteError)) return false;
  if (error.result.getWriteConcernError() !== undefined) return false;
  return [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY);
}

/** Returns whether an index could not be dropped because it, or its collection, does not exist. */
export function isNoSuchIndex(error: unknown): boolean {
  if (!(error instanceof mongo.MongoServerError)) return false;
  return error.code === INDEX_NOT_FOUND || error.code === NAMESPACE_NOT_FOUND;
}

/** Runs an insert. Returns false if a unique key is taken; throws any other error. */
export async function isInserted(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
