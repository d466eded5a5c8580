import type { Connection, mongo } from 'mongoose';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import type { Span } from '#server/platform/lib/observability/tracing.ts';

/** The collection of job notices, on which reads wait for the next notice. */
const NOTICES = /job_notices$/;

/**
 * Measures every command that a connection sends; it must have been made with `monitorCommands`. The commands' content is
 * not recorded.
 */
export function measureCommands(connection: Connection, { metrics, tracing }: Instruments): void {
  const client = connection.getClient();
  /** The commands in flight, by request; with no span if there is no current one. */
  const open = new Map<number, Span | undefined>();

  function end(
    { requestId, commandName, duration }: mongo.CommandSucceededEvent | mongo.CommandFailedEvent,
    outcome: 'ok' | 'failed',
  ): void {
    if (!open.has(requestId)) return;
    const span = open.get(requestId);
    open.delete(requestId);
    const labels = { command: commandName, outcome };
    metrics.observe('hark_database_command_duration_seconds', labels, duration / 1_000);
    if (outcome === 'failed') span?.fail('MongoError');
    span?.end();
  }

  client.on('commandStarted', ({ requestId, commandName, command }) => {
    const collection = collectionOf(commandName, command);
    if (NOTICES.test(collection)) return;
    const attributes = { 'db.system.name': 'mongodb', 'db.operation.name': commandName };
    const name = collection === '' ? commandName : `${commandName} ${collection}`;
    const span = tracing.active ? tracing.begin({ name, kind: 'client', attributes }) : undefined;
    if (collection !== '') span?.set({ 'db.collection.name': collection });
    open.set(requestId, span);
  });
  client.on('commandSucceeded', (event) => {
    end(event, 'ok');
  });
  client.on('commandFailed', (event) => {
    end(event, 'failed');
  });
}

/** Returns the collection of a command: the value of its first field, or of `collection` for a `getMore`. */
function collectionOf(name: string, command: Record<string, unknown>): string {
  const value = command[name === 'getMore' ? 'collection' : name];
  return typeof value === 'string' ? value : '';
}
