import { beforeEach, expect, test, vi } from 'vitest';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import type { WorkerReply, WorkerRequest } from './contact-file-worker.ts';

const replies: WorkerReply[] = [];
let ask: (request: WorkerRequest) => Promise<WorkerReply>;

beforeEach(async () => {
  replies.length = 0;
  const scope = Object.assign(new EventTarget(), {
    postMessage: (reply: WorkerReply) => replies.push(reply),
  });
  vi.stubGlobal('self', scope);
  vi.resetModules();
  await import('./contact-file-worker.ts');
  ask = async (data) => {
    const before = replies.length;
    scope.dispatchEvent(Object.assign(new Event('message'), { data }));
    const isOther = ({ type }: WorkerReply) => type !== 'progress';
    return vi.waitFor(() => {
      const reply = replies.slice(before).find(isOther);
      if (reply === undefined) throw new Error('There is no reply');
      return reply;
    });
  };
  return () => {
    vi.unstubAllGlobals();
  };
});

const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone\n';
const ROWS = '1,Ana,Lee,+12025550100,12025550100\n2,Bo,Orr,+12025550101,12025550101\n';
const read = (text: string): WorkerRequest => ({
  type: 'read',
  file: new File([text], 'list.csv'),
  reading: AS_WRITTEN,
});

test('a file is read, and then asked for contacts and for lines with an empty message', async () => {
  expect(await ask({ type: 'contact', index: 0 })).toEqual({ type: 'contact', index: 0, contact: null });
  expect(await ask(read(HEADER + ROWS))).toMatchObject({
    type: 'outcome',
    outcome: { kind: 'ready', summary: { contacts: 2 } },
  });
  expect(await ask({ type: 'contact', index: 1 })).toMatchObject({
    type: 'contact',
    index: 1,
    contact: { first_name: 'Bo', recommended_phone: '12025550101' },
  });
  const reply = await ask({ type: 'messageErrors', message: '{email}' });
  expect(reply.type === 'messageErrors' && [reply.message, ...reply.errors.lines]).toEqual(['{email}', 2, 3]);
});

test('a file that fails while it is read is said', async () => {
  const file = new File([HEADER], 'list.csv');
  const fail = () => {
    throw new Error('The disk failed');
  };
  Object.assign(file, { stream: fail, slice: fail, arrayBuffer: fail });
  expect(await ask({ type: 'read', file, reading: AS_WRITTEN })).toEqual({
    type: 'failed',
    message: 'The disk failed',
  });
});

test('progress is told at most every 50 ms', async () => {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 30));
  const rows = Array.from({ length: 60_000 }, (_, row) => {
    const phone = String(2_025_550_000 + row);
    return `${String(row)},Ana,Lee,+1${phone},1${phone}\n`;
  });
  await ask(read(HEADER + rows.join('')));
  const told = replies.flatMap((reply) => (reply.type === 'progress' ? [reply.bytes] : []));
  vi.mocked(performance.now).mockRestore();
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  // The clock goes on by 30 ms at each question: every second one is told.
  expect(told.length).toBeLessThanOrEqual(Math.ceil((now - 1_000) / 60) + 1);
});
