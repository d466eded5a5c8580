import type { LiveUpdate } from '#shared/schemas/live.ts';

/** An open line of live progress, as a browser's EventSource hears it. */
export interface LiveStream {
  headers: Headers;
  /** What was told until now. */
  updates: LiveUpdate[];
  /** The names of all other events until now: `connected`, `ping`, `serialized-error`, `return`. */
  events: string[];
  /** What the server said was wrong, once it did. */
  error: { data: { appCode: string } } | undefined;
  /** Resolves when the server has ended it. */
  ended: Promise<void>;
  close(): void;
}

/** Opens a line to the Hark at `baseUrl`. */
export async function openStream(baseUrl: string, cookie = ''): Promise<LiveStream> {
  const closing = new AbortController();
  const response = await fetch(`${baseUrl}/trpc/live.progress`, {
    headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip, br', cookie },
    signal: closing.signal,
  });
  const line: LiveStream = {
    headers: response.headers,
    updates: [],
    events: [],
    error: undefined,
    ended: Promise.resolve(),
    close: () => {
      closing.abort();
    },
  };
  line.ended = read(response, line).catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return line;
}

async function read({ body }: Response, line: LiveStream): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks.filter((one) => one.trim() !== '')) hear(line, block);
  }
}

function hear(line: LiveStream, block: string): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const event = field('event');
  const data = field('data') ?? '';
  if (event === undefined) line.updates.push(JSON.parse(data) as LiveUpdate);
  else line.events.push(event);
  if (event === 'serialized-error') line.error = JSON.parse(data) as LiveStream['error'];
}
