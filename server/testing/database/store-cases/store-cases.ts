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

/** Returns a time after `now`: a method that takes two times must not take one for the other. */
export function after(now: Date): Date {
  return new Date(now.getTime() + 7_000);
}

/** A prepared method call. */
export interface PlannedCall {
  file: string;
  method: string;
  exemption: string | undefined;
  /** Resolves to the result, as an array if it is async iterable. */
  run(context: CaseContext): Promise<unknown>;
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
      return readToEnd(calls[method](store, context));
    },
  }));
}

/** Awaits the result of a method; one that is async iterable is read to its end. */
export async function readToEnd(result: unknown): Promise<unknown> {
  const settled = await result;
  if (typeof settled !== 'object' || settled === null || !(Symbol.asyncIterator in settled)) return settled;
  const read: unknown[] = [];
  for await (const one of settled as AsyncIterable<unknown>) read.push(one);
  return read;
}
