import { createAttemptIndex, type AttemptFilter } from './attempt-index.ts';
import type { CarrierLogRecord, MediaLogRecord, TakenLine, WebhookLine } from './log-records.ts';
import { isDialled } from './outcomes.ts';

/** How long a key is remembered: the same key after that is a new request. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** A request as the carrier remembers it. */
export interface DropEntry extends TakenLine {
  /** When the phone was called; absent before. */
  calledAt?: number;
  rang: boolean;
  /** Tries of the signed webhook, the last one's time, and whether another will follow. */
  told: { tries: number; at: number; done: boolean };
}

/** A recording as the carrier remembers it. */
export interface MediaEntry extends MediaLogRecord {
  /** Whether it can be sent. */
  ready: boolean;
  /** The words heard in it. */
  text?: string;
}

/** One attempt as /local/carrier/drops shows it. */
export interface DropView {
  attemptId: string;
  to: string;
  /** What was said: the text to speak, or the words heard in a recording. */
  text?: string;
  /** The id of the recording. */
  audio?: string;
  receivedAt: string;
  outcome: string;
  /** How often the phone was really called by this attempt. */
  deliveries: number;
}

/** Everything the local carrier knows: the sum of its lines. */
export interface CarrierReadModel {
  apply(line: CarrierLogRecord): void;
  drop(id: string): DropEntry | undefined;
  drops(): Iterable<DropEntry>;
  /** The request that holds a key at a time. */
  holderOf(key: string, now: number): DropEntry | undefined;
  failuresOf(key: string): number;
  webhook(): WebhookLine | undefined;
  media(id: string): MediaEntry | undefined;
  /** How many of the requests taken were, or will be, dialled. */
  dialled(): number;
  /** What there is to see of attempts, oldest first. */
  attempts(filter: AttemptFilter): Iterable<DropView>;
}

/** An empty book. */
export function createCarrierReadModel(): CarrierReadModel {
  const drops = new Map<string, DropEntry>();
  const attempts = createAttemptIndex<DropEntry>();
  const keys = new Map<string, DropEntry>();
  const failures = new Map<string, number>();
  const recordings = new Map<string, MediaEntry>();
  let webhook: WebhookLine | undefined;
  let dialled = 0;

  function take(line: TakenLine): void {
    const drop: DropEntry = { ...line, rang: false, told: { tries: 0, at: 0, done: false } };
    drops.set(drop.id, drop);
    attempts.add(drop);
    if (drop.key !== undefined) keys.set(drop.key, drop);
    if (isDialled(drop)) dialled += 1;
  }

  function wordsOf({ content }: DropEntry): Pick<DropView, 'text' | 'audio'> {
    if ('text' in content) return content;
    const text = recordings.get(content.audio)?.text;
    return { ...(text !== undefined && { text }), audio: content.audio };
  }

  return {
    apply(line) {
      switch (line.type) {
        case 'taken':
          take(line);
          return;
        case 'failed':
          failures.set(line.key, (failures.get(line.key) ?? 0) + 1);
          return;
        case 'called':
          Object.assign(known(drops, line.id), { calledAt: line.at, rang: line.rang });
          return;
        case 'told':
          known(drops, line.id).told = { tries: line.tries, at: line.at, done: line.done };
          return;
        case 'webhook':
          webhook = line;
          return;
        case 'media':
          recordings.set(line.id, { ...line, ready: false });
          return;
        case 'ready':
          Object.assign(known(recordings, line.id), {
            ready: true,
            ...(line.text !== undefined && { text: line.text }),
          });
          return;
      }
    },
    drop: (id) => drops.get(id),
    drops: () => drops.values(),
    holderOf(key, now) {
      const drop = keys.get(key);
      return drop !== undefined && now - drop.at < KEY_LIFETIME_MS ? drop : undefined;
    },
    failuresOf: (key) => failures.get(key) ?? 0,
    webhook: () => webhook,
    media: (id) => recordings.get(id),
    dialled: () => dialled,
    *attempts(filter) {
      for (const requests of attempts.find(filter)) {
        yield { ...wordsOf(requests[0]), ...present(requests) };
      }
    },
  };
}

function known<T>(taken: ReadonlyMap<string, T>, id: string): T {
  const found = taken.get(id);
  if (found === undefined) throw new Error(`Nothing was taken under ${id}`);
  return found;
}

function present(requests: [DropEntry, ...DropEntry[]]): Omit<DropView, 'text' | 'audio'> {
  const [first] = requests;
  return {
    attemptId: first.attemptId,
    to: first.to,
    receivedAt: new Date(first.at).toISOString(),
    outcome: first.word,
    deliveries: requests.filter((request) => request.rang).length,
  };
}
