import type { Clock } from '#server/lib/clock.ts';
import { appendDrafts, type Draft } from './append-drafts.ts';
import type { CreditCommand } from '#server/credits/commands.ts';
import type { CreditEventStore } from './credit-event-store.ts';
import { decide } from '#server/credits/decide.ts';
import type { CreditEvent } from '#server/credits/events.ts';
import type { Refusal } from '#server/credits/ledger-port.ts';
import { recordEvent } from './record.ts';
import type { StreamCache } from './stream-cache.ts';
import { storedResponse, rejectUnknown, type Waiting } from './pending-commands.ts';

export interface CommitDeps {
  store: CreditEventStore;
  streams: StreamCache;
  clock: Clock;
  /** Told of every event once it is durable. */
  onWritten: (event: CreditEvent) => void;
}

interface Refused {
  waiting: Waiting;
  refusal: Refusal;
}

/**
 * Decides a group of commands in order, appends what they come to with one insert, and answers their callers.
 * Returns those to be asked again: their stream was moved by another process, or they were refused on what was only
 * remembered.
 */
export async function commitGroup(deps: CommitDeps, group: readonly Waiting[]): Promise<Waiting[]> {
  const ready = await Promise.all(
    [...byStream(group)].map(([streamId, commands]) => prepareStream(deps, streamId, commands)),
  );
  const drafts: Draft[] = [];
  const refused = ready.flatMap((commands) => decideInOrder(deps, commands, drafts));
  const { again, lost } = await appendDrafts(deps, drafts);
  deps.streams.trim();
  return [...again, ...answerRefused(refused, lost)];
}

/** Reads what the commands of one stream need; returns those that no stored event answers. */
async function prepareStream(deps: CommitDeps, streamId: string, commands: Waiting[]): Promise<Waiting[]> {
  const suspect = commands.filter(({ retries }) => retries > 0);
  try {
    if (suspect.length > 0) deps.streams.forget(streamId);
    await deps.streams.know(streamId, new Set(commands.flatMap(({ command }) => campaignOf(command) ?? [])));
    // After the head: a key that is not found now had no event when the head was read.
    const answered = suspect.length > 0 ? await answerFromStorage(deps.store, streamId, suspect) : [];
    return commands.filter((waiting) => !answered.includes(waiting));
  } catch (error) {
    deps.streams.forget(streamId);
    rejectUnknown(commands, error);
    return [];
  }
}

/** Answers the commands whose keys have events, once those are durable; returns them. */
async function answerFromStorage(
  store: CreditEventStore,
  streamId: string,
  suspect: Waiting[],
): Promise<Waiting[]> {
  const events = await store.underKeys(
    streamId,
    suspect.map(({ command }) => command.key),
  );
  const byKey = new Map(events.map((event) => [event.key, event]));
  const answered: Waiting[] = [];
  for (const waiting of suspect) {
    const event = byKey.get(waiting.command.key);
    if (event === undefined) continue;
    await store.confirm(event);
    storedResponse(event, waiting);
    answered.push(waiting);
  }
  return answered;
}

/** Decides the commands of one stream, each on what the one before it left; equal keys share one event. */
function decideInOrder(deps: CommitDeps, commands: Waiting[], drafts: Draft[]): Refused[] {
  const refused: Refused[] = [];
  const byKey = new Map<string, Draft>();
  for (const waiting of commands) {
    const sameKey = byKey.get(waiting.command.key);
    if (sameKey !== undefined) {
      sameKey.callers.push(waiting);
      continue;
    }
    const decision = decideOne(deps, waiting);
    if (decision === undefined) continue;
    if ('refusal' in decision) {
      refused.push(decision);
      continue;
    }
    byKey.set(waiting.command.key, decision);
    drafts.push(decision);
  }
  return refused;
}

/** The event or refusal of one command; undefined where it would break the stream, which its caller is told. */
function decideOne({ streams, clock }: CommitDeps, waiting: Waiting): Draft | Refused | undefined {
  const { streamId, command } = waiting;
  try {
    const { end, figures } = streams.at(streamId, campaignOf(command));
    const { facts, refusal } = decide(figures, command);
    if (facts === undefined) return { waiting, refusal };
    const event = recordEvent(streamId, end, figures, { command, facts, now: clock.now() });
    streams.advance(event);
    return { event, callers: [waiting] };
  } catch (error) {
    rejectUnknown([waiting], error);
    return undefined;
  }
}

/**
 * A refusal stands after a fresh head and a look at the key, and only if all that it was decided on was written.
 * Returns the commands whose refusal does not stand yet.
 */
function answerRefused(refused: Refused[], lost: ReadonlySet<string>): Waiting[] {
  const again: Waiting[] = [];
  for (const { waiting, refusal } of refused) {
    if (waiting.retries > 0 && !lost.has(waiting.streamId)) waiting.resolve({ ok: false, refusal });
    else again.push(waiting);
  }
  return again;
}

function campaignOf(command: CreditCommand): string | undefined {
  return 'campaignId' in command ? command.campaignId : undefined;
}

function byStream(group: readonly Waiting[]): Map<string, Waiting[]> {
  const streams = new Map<string, Waiting[]>();
  for (const waiting of group) {
    const commands = streams.get(waiting.streamId);
    if (commands === undefined) streams.set(waiting.streamId, [waiting]);
    else commands.push(waiting);
  }
  return streams;
}
