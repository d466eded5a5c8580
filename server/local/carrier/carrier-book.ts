import type { CarrierLine, TakenLine, WebhookLine } from './carrier-lines.ts';

/** How long a key is remembered: the same key after that is a new request. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** A request as the carrier remembers it. */
export interface BookedDrop extends TakenLine {
  /** When the phone was called; absent before. */
  calledAt?: number;
  rang: boolean;
  /** Tries of the signed webhook, the last one's time, and whether another will follow. */
  told: { tries: number; at: number; done: boolean };
}

/** One attempt as /local/carrier/drops shows it. */
export interface DropView {
  attemptId: string;
  to: string;
  text?: string;
  audio?: string;
  receivedAt: string;
  outcome: string;
  /** How often the phone was really called by this attempt. */
  deliveries: number;
}

/** Everything the local carrier knows: the sum of its lines. */
export interface CarrierBook {
  apply(line: CarrierLine): void;
  drop(id: string): BookedDrop | undefined;
  drops(): Iterable<BookedDrop>;
  /** The request that holds a key at a time. */
  holderOf(key: string, now: number): BookedDrop | undefined;
  failuresOf(key: string): number;
  webhook(): WebhookLine | undefined;
  /** Attempts to a number and of a campaign (the first part of an attempt id), oldest first; both optional. */
  attempts(filter: { phone?: string | undefined; campaign?: string | undefined }): Iterable<DropView>;
}

/** An empty book. */
export function createCarrierBook(): CarrierBook {
  const drops = new Map<string, BookedDrop>();
  const attempts = new Map<string, BookedDrop[]>();
  const keys = new Map<string, BookedDrop>();
  const failures = new Map<string, number>();
  let webhook: WebhookLine | undefined;

  function take(line: TakenLine): void {
    const drop: BookedDrop = { ...line, rang: false, told: { tries: 0, at: 0, done: false } };
    drops.set(drop.id, drop);
    attempts.set(drop.attemptId, [...(attempts.get(drop.attemptId) ?? []), drop]);
    if (drop.key !== undefined) keys.set(drop.key, drop);
  }

  function known(id: string): BookedDrop {
    const drop = drops.get(id);
    if (drop === undefined) throw new Error(`Nothing was taken under ${id}`);
    return drop;
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
          Object.assign(known(line.id), { calledAt: line.at, rang: line.rang });
          return;
        case 'told':
          known(line.id).told = { tries: line.tries, at: line.at, done: line.done };
          return;
        case 'webhook':
          webhook = line;
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
    *attempts({ phone, campaign }) {
      const digits = phone?.replace(/\D/g, '');
      for (const [attemptId, requests] of attempts) {
        const first = requests[0];
        if (first === undefined) continue;
        if (digits !== undefined && first.to.replace('+', '') !== digits) continue;
        if (campaign !== undefined && attemptId.split('-')[0] !== campaign) continue;
        yield present(first, requests);
      }
    },
  };
}

function present(first: BookedDrop, requests: BookedDrop[]): DropView {
  return {
    attemptId: first.attemptId,
    to: first.to,
    ...first.content,
    receivedAt: new Date(first.at).toISOString(),
    outcome: first.word,
    deliveries: requests.filter((request) => request.rang).length,
  };
}
