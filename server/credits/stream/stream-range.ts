import { eventId } from '#server/credits/events.ts';

/** The character after the ":" between stream and version in an event's `_id`. */
const AFTER_COLON = ';';

/** The filter for all events of a stream, or those after a version; the stream's id leads a router to its shard. */
export function streamRange(streamId: string, afterVersion = 0) {
  return { streamId, _id: idRange(streamId, afterVersion) };
}

/** The `_id`s of a stream's events after a version, whatever their other fields say. */
export function idRange(streamId: string, afterVersion = 0) {
  return { $gt: eventId(streamId, afterVersion), $lt: `${streamId}${AFTER_COLON}` };
}
