import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contactInput, campaignDraftInput } from '#shared/schemas/campaigns/campaigns.ts';
import { countLoopIterations } from '#server/testing/fakes/count-loop-iterations.ts';
import { ContactListParser } from './contact-list-parser.ts';
import { contactsOfPayload } from './contact-source.ts';
import { receiveList } from './receive-list.ts';
import { createSpool } from '#server/platform/lib/uploads/spool.ts';

const KB = 1024;

let counting: ReturnType<typeof countLoopIterations>;
beforeEach(() => {
  counting = countLoopIterations();
});
afterEach(() => {
  counting.stop();
  vi.restoreAllMocks();
});

describe('other requests are served', () => {
  it('after each kilobyte received of a long list', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hark-turns-'));
    const draft = { campaign_name: 'Long', message: 'Hello', voice_id: 'voice' };
    const body = JSON.stringify({ ...draft, contacts: Array(20_000).fill({}) });
    const parsed = new Map<number, number>();
    const write = ContactListParser.prototype.write;
    vi.spyOn(ContactListParser.prototype, 'write').mockImplementation(function (
      this: ContactListParser<never>,
      piece,
    ) {
      parsed.set(counting.turns, (parsed.get(counting.turns) ?? 0) + piece.length);
      return write.call(this, piece);
    });
    const request = Readable.from([Buffer.from(body)]) as never;
    const limits = { schema: campaignDraftInput, maxBytes: body.length };
    const list = await receiveList(request, createSpool({ dir: folder }), limits);
    expect(list.draft).toMatchObject(draft);
    expect(Math.max(...parsed.values())).toBeLessThanOrEqual(KB);
    await rm(folder, { recursive: true });
  });

  it('after each thousand contacts checked', async () => {
    const contacts = Array.from({ length: 5_000 }, (_, index) => {
      const phone = String(12_000_000_000 + index);
      const named = { id: String(index), first_name: 'Ann', last_name: 'Lee' };
      return contactInput.parse({ ...named, phone_number: phone, recommended_phone: phone });
    });
    expect(await contactsOfPayload(contacts).check('Hello')).toBe(5_000);
    expect(counting.turns).toBeGreaterThanOrEqual(5);
  });
});
