import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { newId } from '#server/platform/lib/secrets/ids.ts';

export const API_KEY = 'the key';
/** The concurrency limit of a plan. */
const MAX_CONCURRENT = 5;
/** MPEG 1 layer III, 44.1 kHz, 128 kbit/s, silent: a frame is 417 bytes. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
const FRAMES_PER_WORD = 12;

const speechRequest = z.strictObject({
  text: z.string(),
  model_id: z.literal('eleven_multilingual_v2'),
});

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer<ArrayBuffer>;
}

/** A running stub of ElevenLabs. */
export interface ElevenLabsStub {
  baseUrl: string;
  /** Returns this response to the next request. */
  respondNext(status: number, body: string): void;
  /** Drops the responses that no request has taken. */
  forget(): void;
  /** The requests so far, in their order. */
  readonly requests: readonly ReceivedRequest[];
  stop(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly detail: unknown;

  constructor(status: number, detail: unknown) {
    super();
    this.status = status;
    this.detail = detail;
  }
}

const refusal = (status: number, code: string, message = code) =>
  new Refusal(status, { status: code, message });

/** Starts a stub of the part of ElevenLabs that Hark uses, strict about paths, headers and fields. */
export async function startElevenLabsStub(): Promise<ElevenLabsStub> {
  /** Names by id. */
  const voices = new Map<string, string>();
  const forced: { status: number; body: string }[] = [];
  const requests: ReceivedRequest[] = [];
  let inFlight = 0;

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = Buffer.from(await buffer(req));
    requests.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
    const next = forced.shift();
    if (next !== undefined) {
      res.writeHead(next.status).end(next.body);
      return;
    }
    if (req.headers['xi-api-key'] !== API_KEY) throw refusal(401, 'invalid_api_key', 'Invalid API key');
    if (inFlight > MAX_CONCURRENT) throw refusal(429, 'too_many_concurrent_requests');
    const { pathname, search, searchParams } = new URL(req.url ?? '/', 'http://stub');
    const [, version, kind, id = ''] = pathname.split('/').map(decodeURIComponent);
    const route = `${req.method ?? ''} /${version ?? ''}/${kind ?? ''}`;
    if (route === 'POST /v1/voices' && id === 'add')
      sendJson(res, 200, { voice_id: await clone(req, body), requires_verification: false });
    else if (route === 'GET /v2/voices') sendJson(res, 200, findVoices(searchParams));
    else if (route === 'DELETE /v1/voices') sendJson(res, 200, { status: deleteVoice(id) });
    else if (route === 'POST /v1/text-to-speech' && search === '?output_format=mp3_44100_128') {
      const recording = speak(req, id, body);
      res.writeHead(200, { 'content-type': 'audio/mpeg' }).end(recording);
    } else throw new Refusal(404, 'Not Found');
  }

  async function clone({ headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<string> {
    const form = await formOf(headers, body);
    const [name, file] = [form?.get('name'), form?.get('files')];
    if (typeof name !== 'string' || name === '' || !(file instanceof File) || file.type !== 'audio/mpeg')
      throw new Refusal(422, [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }]);
    const id = newId();
    voices.set(id, name);
    return id;
  }

  function findVoices(query: URLSearchParams) {
    const pageSize = Number(query.get('page_size') ?? 10);
    if (pageSize > 100) throw new Refusal(422, [{ loc: ['query', 'page_size'], msg: 'At most 100' }]);
    const found = [...voices].filter(([, name]) => name.includes(query.get('search') ?? ''));
    return {
      voices: found.slice(0, pageSize).map(([voice_id, name]) => ({ voice_id, name, category: 'cloned' })),
      has_more: found.length > pageSize,
      total_count: found.length,
    };
  }

  function deleteVoice(id: string): string {
    if (!voices.delete(id)) throw refusal(400, 'voice_does_not_exist');
    return 'ok';
  }

  function speak(req: IncomingMessage, id: string, body: Buffer): Buffer {
    if (req.headers['content-type'] !== 'application/json') throw new Refusal(422, [{ msg: 'No JSON' }]);
    const request = speechRequest.safeParse(JSON.parse(body.toString()));
    if (!request.success) throw new Refusal(422, [{ loc: ['body'], msg: z.prettifyError(request.error) }]);
    if (!voices.has(id)) throw refusal(404, 'voice_not_found', `A voice with the ID ${id} was not found.`);
    const words = request.data.text.split(/\s+/).filter((word) => word !== '').length;
    if (words === 0) throw refusal(400, 'input_text_empty', 'Input text is empty.');
    return Buffer.concat(Array<Buffer>(words * FRAMES_PER_WORD).fill(FRAME));
  }

  const server = createServer((req, res) => {
    inFlight += 1;
    res.on('close', () => (inFlight -= 1));
    handle(req, res).catch((error: unknown) => {
      const { status, detail } = error instanceof Refusal ? error : new Refusal(500, String(error));
      sendJson(res, status, { detail });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    respondNext: (status, body) => forced.push({ status, body }),
    forget: () => forced.splice(0),
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the fields of a multipart body, or undefined if it is none. */
export function formOf(
  headers: IncomingHttpHeaders,
  body: Buffer<ArrayBuffer>,
): Promise<FormData | undefined> {
  const type = headers['content-type'] ?? '';
  const read = new Response(body, { headers: { 'content-type': type } }).formData();
  return read.catch(() => undefined);
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
