import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import type { BillingDeps } from './billing-deps.ts';

const BATCH = 500;

/** What follows the credits of a user: `version` is that of the credit stream at its last check. */
interface Watcher {
  streamId: string;
  version: number;
}

/**
 * Yields the watchers whose credits have changed since their last check; with `all` also where no change is known, as a
 * process that dies may leave its last change out of the known versions. `watched` returns the next ones by their streams.
 */
export async function* changedCredits<Watching extends Watcher>(
  { creditVersions }: Pick<BillingDeps, 'creditVersions'>,
  watched: (afterStream: string, limit: number) => Promise<Watching[]>,
  { all = false, signal }: { all?: boolean; signal?: AbortSignal },
): AsyncGenerator<Watching, void, undefined> {
  for (let after = ''; signal?.aborted !== true;) {
    const batch = await watched(after, BATCH);
    const versions = await creditVersions.versionsOf(batch.map(({ streamId }) => streamId));
    for await (const watcher of untilAborted(signal, () => batch))
      if (all || (versions.get(watcher.streamId) ?? 0) !== watcher.version) yield watcher;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.streamId;
  }
}
