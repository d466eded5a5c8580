import type { AnyRouter } from '@trpc/server';
import type { Indexed } from '#server/platform/lib/mongodb/indexed.ts';
import type { ErasureStep } from './erasure-step.ts';

/** What a process asks of each module of the app. */
export interface Module {
  /** Its collections, with their indexes. */
  models?: readonly Indexed[];
  /** Its procedures. */
  router?: AnyRouter;
  /** What it erases of an account that is being deleted. */
  erasure?: readonly ErasureStep[];
}
