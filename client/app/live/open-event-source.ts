import type { ErrorCode } from '#shared/error-codes.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';
import type { Connect } from './reconnecting-event-source.ts';

const ADDRESS = '/trpc/live.progress';

/**
 * Opens one line to the server, with the session as a cookie. It reads the events of a tRPC subscription itself:
 * tRPC's own link cannot be fetched apart from the rest of its client, and would cost every first load 4 KB
 * (scripts/decisions, "live progress"). It never tries again by itself.
 */
export const openEventSource: Connect = ({ onOpen, onUpdate, onEnd }) => {
  const source = new EventSource(ADDRESS);
  let silence: ReturnType<typeof setTimeout> | undefined;
  let silenceMs: number | undefined;
  const heard = () => {
    clearTimeout(silence);
    if (silenceMs !== undefined) silence = setTimeout(onEnd, silenceMs, 'failed');
  };
  const on = (event: string, action: (data: unknown) => void) => {
    source.addEventListener(event, ({ data }: MessageEvent<string | undefined>) => {
      heard();
      action(data ? JSON.parse(data) : undefined);
    });
  };

  on('connected', (data) => {
    ({ reconnectAfterInactivityMs: silenceMs } = data as { reconnectAfterInactivityMs?: number });
    heard();
    onOpen();
  });
  on('message', (data) => {
    onUpdate(data as LiveUpdate);
  });
  on('ping', () => undefined);
  on('return', () => {
    onEnd('ended');
  });
  on('serialized-error', (data) => {
    const { appCode } = (data as { data: { appCode: ErrorCode } }).data;
    onEnd(appCode === 'UNAUTHENTICATED' ? 'signed out' : 'failed');
  });
  on('error', () => {
    onEnd('failed');
  });
  return () => {
    clearTimeout(silence);
    source.close();
  };
};
