import type { Clock } from '#server/platform/lib/clock.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import { appendDrafts, type AppendDeps, type Draft } from './append-drafts.ts';
import type { CreditCommand } from '#server/features/credits/commands.ts';
import type { CreditEventStore } from './credit-event-store.ts';
import { decide } from '#server/features/credits/decide.ts';
import type { Refusal } from '#server/features/credits/api.ts';
import { recordEvent } from './record.ts';
import { resolveStored, rejectUnknown, type PendingCommand } from './pending-commands.ts';

export interface CommitDeps extends AppendDeps {
  clock: Clock;
}

interface Refused {
  pending: PendingCommand;
  refusal: Refusal;
}

/**
 * Decides a batch of commands in order, appends their events by one insert, and resolves their callers. Returns the
 * commands to retry: their stream had a conflict, or they were refused on cached state.
 */
export async function commitBatch(
  deps: CommitDeps,
  batch: readonly PendingCommand[],
): Promise<PendingCommand[]> {
  const loaded = await Promise.all(
    [...groupBy(batch, ({ streamId }) => streamId)].map(([streamId, commands]) =>
      loadStream(deps, streamId, commands),
    ),
  );
  const drafts: Draft[] = [];
  const refused = loaded.flatMap(({ commands, cache }) => {
    cache();
    return decideInOrder(deps, commands, drafts);
  });
  const { retries, conflicts } = await appendDrafts(deps, drafts);
  return [...retries, ...resolveRefused(refused, conflicts)];
}

/** The commands of one stream that have no stored event, and what caches the state that they need. */
interface LoadedStream {
  commands: PendingCommand[];
  cache: () => void;
}

/** Loads the state that the commands of one stream need. */
async function loadStream(
  deps: CommitDeps,
  streamId: string,
  commands: PendingCommand[],
): Promise<LoadedStream> {
  const retried = commands.filter(({ retries }) => retries > 0);
  try {
    if (retried.length > 0) deps.streams.evict(streamId);
    const campaigns = new Set(commands.flatMap(({ command }) => campaignOf(command) ?? []));
    const cache = await deps.streams.load(streamId, campaigns);
    // After the head: a key that is not found now had no event when the head was read.
    const resolved = retried.length > 0 ? await resolveFromStore(deps.store, streamId, retried) : [];
    return { commands: commands.filter((pending) => !resolved.includes(pending)), cache };
  } catch (error) {
    deps.streams.evict(streamId);
    rejectUnknown(commands, error);
    return { commands: [], cache: () => undefined };
  }
}

/** Resolves the commands whose keys have events, once those are durable. Returns the resolved commands. */
async function resolveFromStore(
  store: CreditEventStore,
  streamId: string,
  retried: PendingCommand[],
): Promise<PendingCommand[]> {
  const events = await store.findByKeys(
    streamId,
    retried.map(({ command }) => command.key),
  );
  const byKey = new Map(events.map((event) => [event.key, event]));
  const resolved: PendingCommand[] = [];
  for (const pending of retried) {
    const event = byKey.get(pending.command.key);
    if (event === undefined) continue;
    await store.confirm(event);
    resolveStored(event, pending);
    resolved.push(pending);
  }
  return resolved;
}

/** Decides the commands of one stream, each on the state after the one before. Commands with equal keys share an event. */
function decideInOrder(deps: CommitDeps, commands: PendingCommand[], drafts: Draft[]): Refused[] {
  const refused: Refused[] = [];
  const byKey = new Map<string, Draft>();
  for (const pending of commands) {
    const sameKey = byKey.get(pending.command.key);
    if (sameKey !== undefined) {
      sameKey.callers.push(pending);
      continue;
    }
    const decision = decideOne(deps, pending);
    if (decision === undefined) continue;
    if ('refusal' in decision) {
      refused.push(decision);
      continue;
    }
    byKey.set(pending.command.key, decision);
    drafts.push(decision);
  }
  return refused;
}

/** Returns the event or refusal of one command, or undefined if it failed and its caller was rejected. */
function decideOne({ streams, clock }: CommitDeps, pending: PendingCommand): Draft | Refused | undefined {
  const { streamId, command } = pending;
  try {
    const { head, state } = streams.get(streamId, campaignOf(command));
    const { facts, refusal } = decide(state, command);
    if (facts === undefined) return { pending, refusal };
    const event = recordEvent(streamId, head, state, { command, facts, now: clock.now() });
    streams.advance(event);
    return { event, callers: [pending] };
  } catch (error) {
    rejectUnknown([pending], error);
    return undefined;
  }
}

/**
 * Resolves refusals that are final: decided on a freshly read head, after the key was looked up, in a stream without a
 * conflict. Returns the other commands, to be retried.
 */
function resolveRefused(refused: Refused[], conflicts: ReadonlySet<string>): PendingCommand[] {
  const retries: PendingCommand[] = [];
  for (const { pending, refusal } of refused) {
    if (pending.retries > 0 && !conflicts.has(pending.streamId)) pending.resolve({ ok: false, refusal });
    else retries.push(pending);
  }
  return retries;
}

function campaignOf(command: CreditCommand): string | undefined {
  return 'campaignId' in command ? command.campaignId : undefined;
}
