import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { ListedObject } from '#server/providers/objects/port.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import type { StoredObjects } from '#server/platform/module/stored-objects.ts';
import type { ObjectSweep } from './object-sweep-store.ts';
import type { RetentionDeps } from './retention-deps.ts';
import { ownsStore } from './store-owner.ts';

const SWEEP_EVERY_MS = DAY_MS;
/** Time for a page of a list; then another process continues the sweep. */
const LEASE_MS = 10 * MINUTE_MS;
/** Younger objects may belong to a request in progress; no upload, recording or export takes as long. */
const MIN_AGE_MS = DAY_MS;
/** Deletions that are in progress at the same time. */
const CONCURRENCY = 20;

/**
 * Deletes the objects that no record references, such as those written by a process that died before it recorded them. Does
 * nothing unless a day has passed since the last sweep. One process at a time sweeps; another continues where it ended.
 */
export async function sweepObjects(deps: RetentionDeps, control: JobControl): Promise<void> {
  const now = deps.clock.now();
  const claimed = await deps.sweeps.claim(now, leaseEnd(deps));
  if (claimed === undefined) return;
  let sweep: ObjectSweep | undefined = claimed;
  if (await ownsStore(deps, sweep.database)) {
    const from = sweep.position;
    for (const stored of inOrder(deps.stored)) {
      if (from !== undefined && stored.prefix < from.prefix) continue;
      sweep = await sweepPrefix(deps, stored, sweep, control);
      if (sweep === undefined) return;
    }
  }
  await deps.sweeps.advance(sweep, undefined, new Date(now.getTime() + SWEEP_EVERY_MS));
}

function inOrder(stored: readonly StoredObjects[]): StoredObjects[] {
  return stored.toSorted((one, other) => (one.prefix < other.prefix ? -1 : 1));
}

/** Sweeps one prefix in pages. Returns the claim; `undefined` if the worker stops or another process has it. */
async function sweepPrefix(
  deps: RetentionDeps,
  stored: StoredObjects,
  claimed: ObjectSweep,
  control: JobControl,
): Promise<ObjectSweep | undefined> {
  const { prefix } = stored;
  let sweep = claimed;
  let after = claimed.position?.prefix === prefix ? claimed.position.key : undefined;
  for (;;) {
    if (control.signal.aborted) {
      await deps.sweeps.advance(sweep, sweep.position, deps.clock.now());
      return undefined;
    }
    const page = await deps.objects.list(prefix, after);
    after = page.at(-1)?.key;
    if (after === undefined) return sweep;
    if (!(await removeUnreferenced(deps, stored, page, control))) continue;
    const advanced = await deps.sweeps.advance(sweep, { prefix, key: after }, leaseEnd(deps));
    if (advanced === undefined) return undefined;
    sweep = advanced;
  }
}

/** Deletes what is unreferenced of a page. Returns false if the worker stops before its end. */
async function removeUnreferenced(
  { objects, clock, log }: RetentionDeps,
  { prefix, referenced }: StoredObjects,
  page: readonly ListedObject[],
  { signal, heartbeat }: JobControl,
): Promise<boolean> {
  const until = new Date(clock.now().getTime() - MIN_AGE_MS);
  const old = page.filter(({ modifiedAt }) => modifiedAt <= until).map(({ key }) => key);
  await heartbeat();
  const kept = new Set(old.length === 0 ? [] : await referenced(old));
  const unreferenced = old.filter((key) => !kept.has(key));
  for (let at = 0; at < unreferenced.length; at += CONCURRENCY) {
    if (signal.aborted) return false;
    await heartbeat();
    const group = unreferenced.slice(at, at + CONCURRENCY);
    // Asked again right before: speech and previews have the same key when the same text is spoken again.
    const since = new Set(await referenced(group));
    await Promise.all(group.filter((key) => !since.has(key)).map((key) => objects.delete(key)));
  }
  if (unreferenced.length > 0)
    log.info({ prefix, objects: unreferenced.length }, 'swept objects without a record');
  return true;
}

function leaseEnd({ clock }: RetentionDeps): Date {
  return fromNow(clock, LEASE_MS);
}
