import { expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import { openStream, type LiveStream } from '../http/live-stream.ts';

/** Pause between two requests of one caller. */
const PAUSE_MS = 20;

/** Requests and event streams that continue while processes are restarted. */
export interface SteadyLoad {
  /** Answers so far, by kind. */
  answers: { reads: number; writes: number };
  /** Requests that were not answered with success. */
  failures: string[];
  /** Numbers whose write was answered with success. */
  written: string[];
  /** Streams that the server ended, by their last event: `return` if the server said so and when to reconnect. */
  ends: string[];
  /** Returns the numbers that are stored. */
  stored(): Promise<ReadonlySet<string>>;
  /** Opens streams that are kept open. */
  follow(count: number): Promise<void>;
  /** Returns the streams that are open now. */
  openStreams(): readonly LiveStream[];
  stop(): Promise<void>;
}

/** Starts callers that read and write all the time through `baseUrl`, signed in as one user. */
export function startLoad(baseUrl: string, client: HarkClient, callers = 3): SteadyLoad {
  let stopping = false;
  let next = 0;
  const open = new Set<LiveStream>();
  const load: SteadyLoad = {
    answers: { reads: 0, writes: 0 },
    failures: [],
    written: [],
    ends: [],
    async stored() {
      const response = await fetch(`${baseUrl}/api/suppressions/export.csv`, {
        headers: { cookie: client.cookie() },
      });
      return new Set((await response.text()).match(/1303\d{7}/g) ?? []);
    },
    openStreams: () => [...open],
    async follow(count) {
      for (let n = 0; n < count; n += 1) await followOne();
    },
    async stop() {
      stopping = true;
      for (const stream of open) stream.close();
      await Promise.all(running);
    },
  };

  async function followOne(): Promise<void> {
    const stream = await openStream(baseUrl, client.cookie());
    open.add(stream);
    void stream.ended
      .catch(() => undefined)
      .then(async () => {
        open.delete(stream);
        if (stopping) return;
        const last = stream.events.at(-1) ?? 'broken';
        load.ends.push(stream.retryMs === undefined ? `${last} without a time` : last);
        await followOne();
      })
      .catch((error: unknown) => load.failures.push(`stream: ${String(error)}`));
  }

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      load.failures.push(`${new Date().toISOString()} ${what}: ${String(error)}`);
    }
  }

  async function caller(): Promise<void> {
    while (!stopping) {
      await attempt('balance', async () => {
        expectOk(await client.get('/dropcowboy/credits/'));
        load.answers.reads += 1;
      });
      await attempt('suppression', async () => {
        const phone = `1303${String(7_000_000 + next++)}`;
        expectOk(await client.post('/api/suppressions/', { phone }));
        load.answers.writes += 1;
        load.written.push(phone);
      });
      await new Promise((wake) => setTimeout(wake, PAUSE_MS));
    }
  }
  const running = Array.from({ length: callers }, caller);
  return load;
}
