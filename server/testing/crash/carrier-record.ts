import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import published from '#server/providers/carrier/fixtures/drop-cowboy.json' with { type: 'json' };

const line = z.union([
  z.object({ type: z.literal('accepted'), id: z.string(), to: z.string(), at: z.number() }),
  z.object({ type: z.literal('called'), id: z.string(), at: z.number(), rang: z.boolean() }),
  z.object({
    type: z.literal('webhook-attempt'),
    id: z.string(),
    at: z.number(),
    tries: z.number(),
    done: z.boolean(),
  }),
  z.object({ type: z.string() }).transform(() => undefined),
]);

/** What the carrier emulator did for one phone number. */
export interface PhoneRecord {
  /** Number of calls. */
  rang: number;
  /** When each request for a call was received; a repeated request is not recorded again. */
  requestedAt: number[];
  /** Time of the last call; its callback is attempted right after. */
  calledAt?: number;
  /** When Hark accepted a signed webhook for it; undefined if none was accepted. */
  reportedAt?: number;
}

/** Maximum attempts of a signed webhook; an accepted one is not repeated. */
const WEBHOOK_TRIES = published.webhook_attempts.most;

function recordFile(dataDir: string): string {
  return join(dataDir, 'carrier', 'record.jsonl');
}

/** Reads the carrier's journal file directly; keyed by the dialled number. */
export async function readCarrierRecord(dataDir: string): Promise<Map<string, PhoneRecord>> {
  const phones = new Map<string, PhoneRecord>();
  const byDrop = new Map<string, PhoneRecord>();
  for await (const text of createInterface({ input: createReadStream(recordFile(dataDir)) })) {
    const entry = line.parse(JSON.parse(text));
    if (entry === undefined) continue;
    if (entry.type === 'accepted') {
      const phone = entry.to.replace('+', '');
      const known = phones.get(phone) ?? { rang: 0, requestedAt: [] };
      known.requestedAt.push(entry.at);
      phones.set(phone, known);
      byDrop.set(entry.id, known);
      continue;
    }
    const phone = byDrop.get(entry.id);
    if (phone === undefined) throw new Error(`no drop was accepted under ${entry.id}`);
    if (entry.type === 'called') {
      if (entry.rang) phone.rang += 1;
      phone.calledAt = entry.at;
    }
    if (entry.type === 'webhook-attempt' && entry.done && entry.tries < WEBHOOK_TRIES)
      phone.reportedAt = entry.at;
  }
  return phones;
}

/** A request for a call that the carrier accepted, in milliseconds since the epoch. */
export interface AcceptedCall {
  phone: string;
  at: number;
}

/** Returns the calls that the carrier accepted, in order; a repeated request counts once. */
export async function acceptedCalls(dataDir: string): Promise<AcceptedCall[]> {
  const calls: AcceptedCall[] = [];
  for await (const text of createInterface({ input: createReadStream(recordFile(dataDir)) })) {
    const entry = line.safeParse(parseOrNull(text)).data;
    if (entry?.type === 'accepted') calls.push({ phone: entry.to.replace('+', ''), at: entry.at });
  }
  return calls;
}

/** The last line may be half written. */
function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns a function that counts the lines of the growing journal incrementally. */
export function recordCounter(dataDir: string): () => Promise<number> {
  let lines = 0;
  let read = 0;
  return async () => {
    const file = await open(recordFile(dataDir)).catch(() => null);
    if (file === null) return 0;
    try {
      const chunk = Buffer.alloc((await file.stat()).size - read);
      const { bytesRead } = await file.read(chunk, 0, chunk.length, read);
      read += bytesRead;
      lines += chunk.subarray(0, bytesRead).filter((byte) => byte === 0x0a).length;
      return lines;
    } finally {
      await file.close();
    }
  };
}
