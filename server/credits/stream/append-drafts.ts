import type { CommitDeps } from './commit-group.ts';
import type { CreditEvent } from '#server/credits/events.ts';
import { responseWritten, rejectUnknown, type Waiting } from './pending-commands.ts';

/** An event about to be appended, for the caller who asked first and others with the same key. */
export interface Draft {
  event: CreditEvent;
  callers: Waiting[];
}

/** Commands to be decided again, and the streams of which not everything was written. */
interface Appended {
  again: Waiting[];
  lost: Set<string>;
}

/**
 * Appends drafts in order and answers their callers. Where a version or key is taken, what was written before it
 * stands; the rest of that stream is forgotten and must be decided again; the rest of the other streams is appended
 * as it is.
 */
export async function appendDrafts(deps: CommitDeps, drafts: readonly Draft[]): Promise<Appended> {
  const again: Waiting[] = [];
  const lost = new Set<string>();
  let rest = drafts;
  while (rest.length > 0) {
    const written = await tryAppend(deps, rest);
    if (written === 'unknown') return { again, lost: new Set([...lost, ...rest.map(streamOf)]) };
    const conflict = rest[written];
    if (conflict === undefined) break;
    const taken = streamOf(conflict);
    lost.add(taken);
    deps.streams.forget(taken);
    const unwritten = rest.slice(written);
    again.push(...unwritten.filter((draft) => streamOf(draft) === taken).flatMap(({ callers }) => callers));
    rest = unwritten.filter((draft) => streamOf(draft) !== taken);
  }
  return { again, lost };
}

/** Appends and answers what was written; on an unknown error it forgets the heads concerned and tells the callers. */
async function tryAppend(deps: CommitDeps, drafts: readonly Draft[]): Promise<number | 'unknown'> {
  try {
    const written = await deps.store.append(drafts.map(({ event }) => event));
    for (const { event, callers } of drafts.slice(0, written)) {
      deps.onWritten(event);
      responseWritten(event, callers);
    }
    return written;
  } catch (error) {
    for (const draft of drafts) deps.streams.forget(streamOf(draft));
    rejectUnknown(
      drafts.flatMap(({ callers }) => callers),
      error,
    );
    return 'unknown';
  }
}

function streamOf({ event }: Draft): string {
  return event.streamId;
}
