import type { WebhookEvent, WebhookPayload } from '#shared/schemas/webhooks.ts';
import { takesEvent } from '#server/features/webhooks/endpoints/chosen-events.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { searchedUntil, type CursorRecord } from './cursor-store.ts';
import { eventIdOf } from './event-id.ts';
import { recordTaken, type Fact } from './record-taken.ts';

const LIBRARY_EVENTS = ['voice.ready', 'voice.failed', 'list.ready'] as const satisfies WebhookEvent[];

/** Stores an event for each voice that became ready or failed, and for each list that became ready; repeatable. */
export async function recordLibrary(
  deps: WebhookDeps,
  { _id: uid, suppressionsFrom, libraryFrom = suppressionsFrom }: CursorRecord,
  endpoints: readonly EndpointRecord[],
): Promise<void> {
  if (!endpoints.some((endpoint) => LIBRARY_EVENTS.some((event) => takesEvent(endpoint, event)))) return;
  const now = deps.clock.now();
  await recordTaken(deps, endpoints, await factsSince(deps, uid, libraryFrom));
  await deps.cursors.advance(uid, { libraryFrom: searchedUntil(now) });
}

/** Returns what happened, the first first. */
async function factsSince({ voiceEnds, readyLists }: WebhookDeps, uid: string, from: Date): Promise<Fact[]> {
  const voices = (await voiceEnds.endedSince(uid, from)).map(({ at, view }) => {
    const type = view.status === 'failed' ? 'voice.failed' : 'voice.ready';
    return factOf(uid, { type, at, id: view.vid, data: { voice: view } });
  });
  const lists = (await readyLists.readySince(uid, from)).map(({ at, view }) =>
    factOf(uid, { type: 'list.ready', at, id: view.id, data: { list: view } }),
  );
  return [...voices, ...lists].sort((one, other) => one.at.getTime() - other.at.getTime());
}

interface LibraryChange {
  type: (typeof LIBRARY_EVENTS)[number];
  at: Date;
  /** The id of the voice or list. */
  id: string;
  data: WebhookPayload['data'];
}

function factOf(uid: string, { type, at, id, data }: LibraryChange): Fact {
  // A voice that is tried again ends once more.
  return {
    type,
    at,
    occurrences: [{ payload: { id: eventIdOf(uid, type, id, at.toISOString()), type, data } }],
  };
}
