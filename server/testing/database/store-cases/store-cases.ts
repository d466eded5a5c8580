import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';

/** What a store is made from for the test of query plans. */
export interface CaseContext {
  connection: Connection;
  clock: Clock;
  now: Date;
}

/**
 * One call of every method of a store, on the database of `fillDatabase`. The type demands one for each method, so
 * that a new method has to bring its own.
 */
export interface StoreCases<Store> {
  /** The module that the store is in. */
  file: string;
  open(context: CaseContext): Store;
  calls: { [Method in keyof Store]: (store: Store, context: CaseContext) => unknown };
  /** Why a method may read more than it returns. */
  excused?: Partial<Record<keyof Store, string>>;
}

/** A method's call, ready to be made. */
export interface PlannedCall {
  file: string;
  method: string;
  excuse: string | undefined;
  run(context: CaseContext): Promise<void>;
}

/** The calls of a store; whatever they return is read to its end. */
export function callsOf<Store>({ file, open, calls, excused = {} }: StoreCases<Store>): PlannedCall[] {
  const methods = Object.keys(calls) as (keyof Store & string)[];
  return methods.map((method) => ({
    file,
    method,
    excuse: excused[method],
    run: async (context) => {
      const store = open(context);
      await readToEnd(calls[method](store, context));
    },
  }));
}

/** Waits for what a method returns, and reads it to its end where it comes bit by bit. */
export async function readToEnd(answer: unknown): Promise<void> {
  const settled = await answer;
  if (typeof settled !== 'object' || settled === null || !(Symbol.asyncIterator in settled)) return;
  const iterator = (settled as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
