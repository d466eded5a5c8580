import { liveUpdateSchema, type LiveUpdate } from '#shared/schemas/live.ts';

/** An open live progress stream, as received by a browser's EventSource. */
export interface LiveStream {
  headers: Headers;
  /** Updates received so far. */
  updates: LiveUpdate[];
  /** Names of all other events so far: `connected`, `ping`, `serialized-error`, `return`. */
  events: string[];
  /** The error event, if the server sent one. */
  error: { data: { appCode: string } } | undefined;
  /** The last time after which the server asked to reconnect, in milliseconds. */
  retryMs: number | undefined;
  /** Resolves when the server has closed it. */
  ended: Promise<void>;
  close(): void;
}

/** Opens a stream to the Hark at `baseUrl`. */
export async function openStream(baseUrl: string, cookie = ''): Promise<LiveStream> {
  const closing = new AbortController();
  const response = await fetch(`${baseUrl}/trpc/live.progress`, {
    headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip, br', cookie },
    signal: closing.signal,
  });
  const stream: LiveStream = {
    headers: response.headers,
    updates: [],
    events: [],
    error: undefined,
    retryMs: undefined,
    ended: Promise.resolve(),
    close: () => {
      closing.abort();
    },
  };
  stream.ended = read(response, stream).catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return stream;
}

async function read({ body }: Response, stream: LiveStream): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks.filter((one) => one.trim() !== '')) parseEvent(stream, block);
  }
}

function parseEvent(stream: LiveStream, block: string): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const retry = field('retry');
  if (retry !== undefined) stream.retryMs = Number(retry);
  const event = field('event');
  const data = field('data');
  // As in an EventSource, a block without data is not an event.
  if (data === undefined) return;
  if (event === undefined) stream.updates.push(liveUpdateSchema.strict().parse(JSON.parse(data)));
  else stream.events.push(event);
  if (event === 'serialized-error') stream.error = JSON.parse(data) as LiveStream['error'];
}
