/** The objects of a module in the object store. */
export interface StoredObjects {
  /** What their keys start with, up to a slash. No other feature stores objects there. */
  prefix: string;
  /** Returns those of the keys that a record references, or that a request in progress may still record. */
  referenced(keys: readonly string[]): Promise<readonly string[]>;
}
