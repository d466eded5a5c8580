import type { Connection } from 'mongoose';
import type { Clock } from '#server/platform/lib/clock.ts';

/** Dependencies of a store in the query plan test. */
export interface CaseContext {
  connection: Connection;
  clock: Clock;
  now: Date;
}

/** One call of every method of a store, on the database of `fillDatabase`. The type requires a case for each method. */
export interface StoreCases<Store> {
  /** The store's module. */
  file: string;
  open(context: CaseContext): Store;
  calls: { [Method in keyof Store]: (store: Store, context: CaseContext) => unknown };
  /** Why a method may read more than it returns. */
  exemptions?: Partial<Record<keyof Store, string>>;
}

/** A prepared method call. */
export interface PlannedCall {
  file: string;
  method: string;
  exemption: string | undefined;
  run(context: CaseContext): Promise<void>;
}

/** Returns the calls of a store; their results are read to the end. */
export function callsOf<Store>({ file, open, calls, exemptions = {} }: StoreCases<Store>): PlannedCall[] {
  const methods = Object.keys(calls) as (keyof Store & string)[];
  return methods.map((method) => ({
    file,
    method,
    exemption: exemptions[method],
    run: async (context) => {
      const store = open(context);
      await readToEnd(calls[method](store, context));
    },
  }));
}

/** Awaits the result of a method and consumes it if it is async iterable. */
export async function readToEnd(result: unknown): Promise<void> {
  const settled = await result;
  if (typeof settled !== 'object' || settled === null || !(Symbol.asyncIterator in settled)) return;
  const iterator = (settled as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
