import type { WebhookEvent, WebhookPayload } from '#shared/schemas/webhooks.ts';
import { takesEvent } from '#server/features/webhooks/endpoints/chosen-events.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { isTakenSince } from '#server/features/webhooks/endpoints/taken-since.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { CursorRecord } from './cursor-store.ts';
import { eventIdOf } from './event-id.ts';
import { recordEvents } from './record-events.ts';

/** A fact that is written for longer than this after its time would be missed. */
const OVERLAP_MS = 120_000;

const LIBRARY_EVENTS = ['voice.ready', 'voice.failed', 'list.ready'] as const satisfies WebhookEvent[];

/** A voice or a list that somebody waited for. */
interface Fact {
  type: (typeof LIBRARY_EVENTS)[number];
  at: Date;
  /** The id of the voice or list. */
  id: string;
  data: WebhookPayload['data'];
}

/** Stores an event for each voice that became ready or failed, and for each list that became ready; repeatable. */
export async function recordLibrary(
  deps: WebhookDeps,
  { _id: uid, suppressionsFrom, libraryFrom = suppressionsFrom }: CursorRecord,
  endpoints: readonly EndpointRecord[],
): Promise<void> {
  if (!endpoints.some((endpoint) => LIBRARY_EVENTS.some((event) => takesEvent(endpoint, event)))) return;
  const now = deps.clock.now();
  const facts = await factsSince(deps, uid, libraryFrom);
  for (const endpoint of endpoints) {
    const taken = facts.filter((fact) => isTakenSince(endpoint, fact, now));
    const occurrences = taken.map(({ type, at, id, data }) => ({
      // A voice that is tried again ends once more.
      payload: { id: eventIdOf(uid, type, id, at.toISOString()), type, data },
    }));
    if (occurrences.length > 0) await recordEvents(deps, [endpoint], occurrences);
  }
  await deps.cursors.advance(uid, { libraryFrom: new Date(now.getTime() - OVERLAP_MS) });
}

/** Returns what happened, the first first. */
async function factsSince({ voiceEnds, readyLists }: WebhookDeps, uid: string, from: Date): Promise<Fact[]> {
  const voices = (await voiceEnds.endedSince(uid, from)).map(({ at, view }): Fact => {
    const type = view.status === 'failed' ? 'voice.failed' : 'voice.ready';
    return { type, at, id: view.vid, data: { voice: view } };
  });
  const lists = (await readyLists.readySince(uid, from)).map(({ at, view }): Fact => ({
    type: 'list.ready',
    at,
    id: view.id,
    data: { list: view },
  }));
  return [...voices, ...lists].sort((one, other) => one.at.getTime() - other.at.getTime());
}
