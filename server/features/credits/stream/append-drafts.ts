import type { CreditEventStore } from './credit-event-store.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { resolveWritten, rejectUnknown, type PendingCommand } from './pending-commands.ts';
import type { StreamCache } from './stream-cache.ts';

export interface AppendDeps {
  store: CreditEventStore;
  streams: StreamCache;
  /** Called with every event once it is durable. */
  onWritten: (event: CreditEvent) => void;
}

/** An event to append, with the first caller and the others that sent the same key. */
export interface Draft {
  event: CreditEvent;
  callers: PendingCommand[];
}

/** Commands to retry, and the streams of which some events were not written. */
interface AppendResult {
  retries: PendingCommand[];
  conflicts: Set<string>;
}

/**
 * Appends drafts in order and resolves their callers. On a taken version or key the written events remain, the rest of that
 * stream is evicted and decided again, and the rest of the other streams is appended unchanged.
 */
export async function appendDrafts(deps: AppendDeps, drafts: readonly Draft[]): Promise<AppendResult> {
  const retries: PendingCommand[] = [];
  const conflicts = new Set<string>();
  let rest = drafts;
  while (rest.length > 0) {
    const outcome = await tryAppend(deps, rest);
    if (outcome.kind === 'unknown')
      return { retries, conflicts: new Set([...conflicts, ...rest.map(streamOf)]) };
    const conflict = rest[outcome.count];
    if (conflict === undefined) break;
    const taken = streamOf(conflict);
    conflicts.add(taken);
    deps.streams.evict(taken);
    const unwritten = rest.slice(outcome.count);
    retries.push(...unwritten.filter((draft) => streamOf(draft) === taken).flatMap(({ callers }) => callers));
    rest = unwritten.filter((draft) => streamOf(draft) !== taken);
  }
  return { retries, conflicts };
}

type AppendOutcome = { kind: 'written'; count: number } | { kind: 'unknown' };

/** Appends, and resolves the callers of written events. On an unknown error it evicts the streams and rejects all callers. */
async function tryAppend(deps: AppendDeps, drafts: readonly Draft[]): Promise<AppendOutcome> {
  try {
    const count = await deps.store.append(drafts.map(({ event }) => event));
    for (const { event, callers } of drafts.slice(0, count)) {
      deps.onWritten(event);
      resolveWritten(event, callers);
    }
    return { kind: 'written', count };
  } catch (error) {
    for (const draft of drafts) deps.streams.evict(streamOf(draft));
    rejectUnknown(
      drafts.flatMap(({ callers }) => callers),
      error,
    );
    return { kind: 'unknown' };
  }
}

function streamOf({ event }: Draft): string {
  return event.streamId;
}
