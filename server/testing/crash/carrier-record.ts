import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const line = z.union([
  z.object({ type: z.literal('taken'), id: z.string(), to: z.string() }),
  z.object({ type: z.literal('called'), id: z.string(), at: z.number(), rang: z.boolean() }),
  z.object({ type: z.literal('told'), id: z.string(), at: z.number(), tries: z.number(), done: z.boolean() }),
  z.object({ type: z.string() }).transform(() => undefined),
]);

/** What the local carrier did about one phone. */
export interface PhoneRecord {
  /** How often it rang. */
  rang: number;
  /** When it rang last; its callback is tried right after. */
  calledAt?: number;
  /** When Hark took a signed webhook about it; undefined while it has not, or where all tries were in vain. */
  toldAt?: number;
}

/** The tries of a signed webhook; one that was answered well is not tried again. */
const WEBHOOK_TRIES = 4;

function recordFile(dataDir: string): string {
  return join(dataDir, 'carrier', 'record.jsonl');
}

/** Reads the carrier's own record, by phone as dialled; this is the file and not what anybody says of it. */
export async function readCarrierRecord(dataDir: string): Promise<Map<string, PhoneRecord>> {
  const phones = new Map<string, PhoneRecord>();
  const byDrop = new Map<string, PhoneRecord>();
  for await (const text of createInterface({ input: createReadStream(recordFile(dataDir)) })) {
    const entry = line.parse(JSON.parse(text));
    if (entry === undefined) continue;
    if (entry.type === 'taken') {
      const phone = entry.to.replace('+', '');
      const known = phones.get(phone) ?? { rang: 0 };
      phones.set(phone, known);
      byDrop.set(entry.id, known);
      continue;
    }
    const phone = byDrop.get(entry.id);
    if (phone === undefined) throw new Error(`nothing was taken under ${entry.id}`);
    if (entry.type === 'called') {
      if (entry.rang) phone.rang += 1;
      phone.calledAt = entry.at;
    }
    if (entry.type === 'told' && entry.done && entry.tries < WEBHOOK_TRIES) phone.toldAt = entry.at;
  }
  return phones;
}

/** Counts the lines of the record as it grows; asked again, it reads what is new. */
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
