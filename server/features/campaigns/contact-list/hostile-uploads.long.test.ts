import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber } from '#server/testing/system/subscriber.ts';

const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
const row = (index: number, id = String(index)) =>
  `${id},ann,LEE,+${String(12_000_000_000 + index)},${String(12_000_000_000 + index)}`;
const list = (...lines: string[]) => Buffer.from([HEADER, ...lines].join('\n'));
const MB = 1024 * 1024;
const BOUNDARY = 'a-boundary';

let dataDir: string;
let spoolDir: string;
let hark: TestHark;
let cookie: string;
let voiceId: string;
let name: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hark-uploads-'));
  spoolDir = join(dataDir, 'spool');
  hark = await startHark({ DATA_DIR: dataDir });
  const subscriber = await newSubscriber(hark, 'Autumn');
  cookie = subscriber.client.cookie();
  voiceId = subscriber.voiceId;
}, 60_000);

beforeEach(() => {
  name = `Upload ${newId()}`;
});

afterAll(async () => {
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const spooled = () => readdir(spoolDir).catch(() => []);

function open(headers: Record<string, string>) {
  const url = `${hark.baseUrl}/api/campaigns/create/`;
  return request(url, { method: 'POST', headers: { cookie, ...headers }, agent: false });
}

/** Sends a body of any length; the response may arrive before its end. */
async function send(headers: Record<string, string>, body: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const outgoing = open(headers);
  const responded = once(outgoing, 'response');
  Readable.from(body).pipe(outgoing);
  const [response] = (await responded) as [Readable & { statusCode: number }];
  outgoing.on('error', () => undefined);
  const parsed = JSON.parse(await text(response)) as Record<string, unknown>;
  outgoing.destroy();
  return { status: response.statusCode, body: parsed };
}

const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Yields a multipart form with `file` as its chunks. */
function* formWith(file: Iterable<Buffer>): Generator<Buffer> {
  const drop_date = new Date(Date.now() + DAY_MS).toISOString();
  const fields = { campaign_name: name, message: 'Hello {first_name}', voice_id: voiceId, drop_date };
  for (const [field, value] of Object.entries(fields)) {
    yield Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`);
  }
  const disposition = 'Content-Disposition: form-data; name="csv_file"; filename="contacts.csv"';
  yield Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\nContent-Type: text/csv\r\n\r\n`);
  yield* file;
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

const upload = (...file: Buffer[]) => send(FORM, formWith(file));

function* repeated(first: string, part: string, bytes: number): Generator<Buffer> {
  yield Buffer.from(first);
  const block = Buffer.from(part.repeat(Math.ceil((64 * 1024) / part.length)));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}

describe('a file that is not a contact list', () => {
  const SAVE = 'Please save it as CSV UTF-8.';

  it.each([
    ['a ZIP named .csv', Buffer.from('PK\x03\x04rest'), `This is a ZIP or Excel file, not CSV. ${SAVE}`],
    ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), `This is not a text file. ${SAVE}`],
    [
      'UTF-16 that ends in half a character',
      Buffer.from(`\uFEFF${HEADER}\n1`, 'utf16le').subarray(0, -1),
      `The file is not UTF-16 text. ${SAVE}`,
    ],
    ['with a NUL in the middle', list(row(1), row(2, '\0')), `This is not a text file. ${SAVE}`],
    [
      'with a NUL behind thousands of rows',
      list(...Array.from({ length: 9_000 }, (_, at) => row(at)), '\0'),
      `This is not a text file. ${SAVE}`,
    ],
    [
      'UTF-8 that is cut in the middle of a letter',
      list(row(1, 'Zoë Ülkü')).subarray(0, list(row(1, 'Zoë Ül')).indexOf('Ü') + 1),
      `The file is not UTF-8 text. ${SAVE}`,
    ],
    ['empty', Buffer.alloc(0), 'The file is empty.'],
    ['a header alone', list(), 'At least one contact is required'],
  ])('%s', async (_, file, error) => {
    expect(await upload(file)).toMatchObject({
      status: 400,
      body: { success: false, code: 'INVALID_CSV', error },
    });
    await expect.poll(spooled).toEqual([]);
  });

  it.each([
    [
      'a quotation mark never closed',
      list(row(1), row(2, '"2'), row(3)),
      [{ line: 3, message: 'A quotation mark is never closed' }],
    ],
    [
      'a misplaced one, with what is wrong before it',
      list(row(1), row(1), '', row(2, '"2"2'), row(3)),
      [
        { line: 3, message: 'Duplicate id' },
        { line: 3, message: 'Duplicate phone number' },
        { line: 4, message: 'A quotation mark is misplaced' },
      ],
    ],
    [
      'two headers alike',
      Buffer.from(`${HEADER},firstname\n${row(1)},Bo`),
      [{ line: 1, message: 'Invalid headers: FirstName appears twice' }],
    ],
    [
      'a million columns',
      Buffer.from(`${'a,'.repeat(1_000_000)}\n${row(1)}`),
      [{ line: 1, message: 'Invalid headers: more than 1000 columns' }],
    ],
    ['a long line', list(row(1), 'x'.repeat(5 * MB)), [{ line: 3, message: 'The line is too long' }]],
    [
      'a line of doubled quotation marks',
      list(row(1), '"""",'.repeat(100_000)),
      [{ line: 3, message: 'The line has more than 16,384 cells' }],
    ],
  ])('%s', async (_, file, errors) => {
    expect(await upload(file)).toMatchObject({
      status: 400,
      body: { success: false, code: 'INVALID_CSV', errors },
    });
    await expect.poll(spooled).toEqual([]);
  });

  it('accepts quotation marks inside and around a cell', async () => {
    expect(await upload(list(row(1, '12" pipe'), row(2, '"2 ""b"""')))).toMatchObject({ status: 201 });
  });
});

describe('a huge file', () => {
  /** Sends a file; returns the response and the peak memory growth of this process, server and client together. */
  async function growthDuring(file: Iterable<Buffer>) {
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const response = await send(FORM, formWith(file));
    clearInterval(sampler);
    return { response, growth: peak - before };
  }

  it.each([
    ['one line', repeated('', 'x', 200 * MB), { line: 1, message: 'Invalid headers' }],
    [
      'one open quotation mark',
      repeated(`${HEADER}\n${row(1)}\n"`, `${row(2)}\n`, 200 * MB),
      { line: 3, message: 'A quotation mark is never closed' },
    ],
  ])(
    'of %s is refused in constant memory',
    async (_, file, error) => {
      const { response, growth } = await growthDuring(file);
      expect(response).toMatchObject({ status: 400, body: { errors: [error] } });
      expect(growth).toBeLessThan(150 * MB);
    },
    60_000,
  );

  it('above 256 MB is refused with 413, with and without a Content-Length', async () => {
    const { response, growth } = await growthDuring(repeated('', 'x', 257 * MB));
    expect(response).toMatchObject({ status: 413, body: { success: false, code: 'PAYLOAD_TOO_LARGE' } });
    expect(growth).toBeLessThan(150 * MB);
    await expect.poll(spooled).toEqual([]);
    const length = { 'content-length': String(300 * MB) };
    expect(await send({ ...FORM, ...length }, [Buffer.from('x')])).toMatchObject({ status: 413 });
  }, 60_000);

  it.each([
    ['text', '"', 'x'],
    ['number', '', '1'],
    ['gap', '', ' '],
  ])(
    'of JSON with one endless %s is refused while it is read',
    async (_, first, unit) => {
      const before = process.memoryUsage().rss;
      const response = await send(
        { 'content-type': 'application/json' },
        repeated(`{"campaign_name":${first}`, unit, 60 * MB),
      );
      expect(response).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
    },
    60_000,
  );

  it('is refused with 413 as JSON above 64 MB', async () => {
    const response = await send({ 'content-type': 'application/json' }, repeated('"', 'x', 65 * MB));
    expect(response).toMatchObject({ status: 413, body: { success: false, code: 'PAYLOAD_TOO_LARGE' } });
  }, 60_000);
});

describe('the spool folder', () => {
  it('keeps nothing of an upload whose client disconnects', async () => {
    const outgoing = open(FORM);
    outgoing.on('error', () => undefined);
    for (const part of formWith([list(row(1)), Buffer.alloc(MB, 'x')])) {
      if (!part.includes(`--${BOUNDARY}--`)) outgoing.write(part);
    }
    await expect.poll(spooled).toHaveLength(1);
    outgoing.destroy();
    await expect.poll(spooled).toEqual([]);
  });

  it('responds 503 while it is not writable, and works again afterwards', async () => {
    await rm(spoolDir, { recursive: true, force: true });
    await writeFile(spoolDir, 'a file where the folder should be');
    expect(await upload(list(row(1)))).toMatchObject({
      status: 503,
      body: {
        success: false,
        code: 'UNAVAILABLE',
        error: 'The file cannot be stored right now. Please try again later.',
      },
    });
    await rm(spoolDir);
    expect(await upload(list(row(1)))).toMatchObject({ status: 201 });
  });

  it('is cleared of files of killed processes, but not of files being written', async () => {
    await mkdir(spoolDir, { recursive: true });
    const [left, fresh] = [join(spoolDir, 'left.csv'), join(spoolDir, 'fresh.csv')];
    await Promise.all([writeFile(left, 'x'), writeFile(fresh, 'x')]);
    const yesterday = new Date(Date.now() - DAY_MS);
    await utimes(left, yesterday, yesterday);
    const another = await startHark({ DATA_DIR: dataDir });
    await expect.poll(spooled).toEqual(['fresh.csv']);
    await another.stop();
    await rm(fresh);
  });
});

it('two concurrent equal uploads with one Idempotency-Key create one campaign', async () => {
  const key = { 'idempotency-key': newId() };
  const body = Buffer.concat([...formWith([list(row(1), row(2))])]);
  const responses = await Promise.all([send({ ...FORM, ...key }, [body]), send({ ...FORM, ...key }, [body])]);
  const created = responses.filter(({ status }) => status === 201);
  expect(created.length).toBeGreaterThan(0);
  expect(responses.filter(({ status }) => status !== 201)).toEqual(
    responses.filter(({ status }) => status === 409),
  );
  expect(await send({ ...FORM, ...key }, [body])).toEqual(created[0]);
});
