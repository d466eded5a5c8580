import type { AnyRouter } from '@trpc/server';
import type { Indexed } from '#server/platform/lib/mongodb/indexed.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import type { JobKind } from '#server/platform/work/job.ts';
import type { ErasureStep } from './erasure-step.ts';
import type { StoredObjects } from './stored-objects.ts';
import type { Exported } from './export-section.ts';

/** What a process asks of each module of the app. */
export interface Module {
  /** Its collections, with their indexes. */
  models?: readonly Indexed[];
  /** Its procedures. */
  router?: AnyRouter;
  /** How its jobs are executed. */
  jobs?: readonly JobKind[];
  /** Its recurring work. */
  duties?: readonly Duty[];
  /** The objects that it references in the object store. */
  stored?: readonly StoredObjects[];
  /** What it exports of an account. */
  exported?: Exported;
  /** What it erases of an account that is being deleted. */
  erasure?: readonly ErasureStep[];
  /** Resolves when nothing that a request began is running any more, as a process that stops waits for it. */
  idle?: () => Promise<void>;
  /** For how long a stop waits, in milliseconds: another process does what takes longer. By default until it is done. */
  idleMs?: number;
}
