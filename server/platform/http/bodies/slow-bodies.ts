import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MINUTE_MS } from '#shared/time-units.ts';
import { hasBody } from './read-body.ts';

/** How slow a body may be. */
export interface BodyLimits {
  /** For how long no byte may arrive. */
  idleMs: number;
  /** For how long a body may arrive at any rate. */
  freeMs: number;
  /** Bytes a second that it must have had on average after that, so that bodies of many senders cannot last for ever. */
  minRate: number;
}

/** A large list takes as long as its connection needs; 256 MB end after 18 hours, 1 MB after ten minutes. */
export const BODY_LIMITS: BodyLimits = { idleMs: MINUTE_MS, freeMs: 5 * MINUTE_MS, minRate: 4 * 1_024 };

/** The answer of Node to a request that takes too long. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

interface Arriving {
  req: IncomingMessage;
  res: ServerResponse;
  /** Bytes of the connection when the body began, and at the last check. */
  before: number;
  seen: number;
  checkedAt: number;
  /** Time for which its sender could send, and for which nothing came at last. */
  spentMs: number;
  idleMs: number;
}

/** Ends requests whose bodies do not move. Node's own limit is one of the whole time, which cuts large uploads. */
export class SlowBodies {
  readonly #arriving = new Set<Arriving>();
  readonly #limits: BodyLimits;
  readonly #now: () => number;

  constructor(limits: BodyLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Watches the body of a request until it has arrived. */
  watch(req: IncomingMessage, res: ServerResponse): void {
    if (!hasBody(req)) return;
    const { bytesRead } = req.socket;
    const counts = { before: bytesRead, seen: bytesRead, checkedAt: this.#now(), spentMs: 0, idleMs: 0 };
    const arriving = { req, res, ...counts };
    this.#arriving.add(arriving);
    req.once('close', () => this.#arriving.delete(arriving));
  }

  /** Ends the requests that are too slow by now. */
  check(): void {
    for (const arriving of this.#arriving) {
      const { req, res } = arriving;
      if (!req.complete) this.#measure(arriving);
      if (!req.complete && !this.#isTooSlow(arriving)) continue;
      this.#arriving.delete(arriving);
      if (!req.complete) end(req.socket, res);
    }
  }

  #measure(arriving: Arriving): void {
    const { req, seen, checkedAt } = arriving;
    const [now, { bytesRead }] = [this.#now(), req.socket];
    // What has arrived waits to be read: the sender is not the slow one.
    const isHeldBack = req.readableLength >= req.readableHighWaterMark;
    const passedMs = isHeldBack ? 0 : now - checkedAt;
    arriving.spentMs += passedMs;
    arriving.idleMs = isHeldBack || bytesRead !== seen ? 0 : arriving.idleMs + passedMs;
    arriving.seen = bytesRead;
    arriving.checkedAt = now;
  }

  #isTooSlow(arriving: Arriving): boolean {
    const { idleMs, freeMs, minRate } = this.#limits;
    if (arriving.idleMs >= idleMs) return true;
    const seconds = (arriving.spentMs - freeMs) / 1_000;
    return seconds > 0 && arriving.seen - arriving.before < seconds * minRate;
  }
}

/** Closes a connection, with an answer if there was none. */
function end(socket: Socket, res: ServerResponse): void {
  if (!res.headersSent) socket.write(TIMED_OUT);
  socket.destroySoon();
}
