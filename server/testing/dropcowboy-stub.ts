import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { newId } from '#server/ids.ts';
import {
  callbackBody,
  callHeaders,
  idempotencyKey,
  mediaBody,
  rvmBody,
  SIMULATED,
  statusEvent,
  uploadHeaders,
  webhookBody,
  type Outcome,
  type RvmBody,
} from './dropcowboy-protocol.ts';

export const STUB_CREDENTIALS = { key: 'stub-key', secret: 'stub-secret' } as const;
const CONTENT_TYPE = 'audio/mpeg';

/** Drop Cowboy's API as its documents describe it, and nothing more. */
export interface DropCowboyStub {
  baseUrl: string;
  /** What was asked that the documents do not allow; a client that keeps to them leaves this empty. */
  violations: string[];
  close(): Promise<void>;
}

interface Call {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
  origin: string;
}
type Answer = [status: number, body: unknown];

/** Starts the stub. It knows the simulated numbers, takes every request to the letter, and keeps all in memory. */
export async function startDropCowboyStub(): Promise<DropCowboyStub> {
  const violations: string[] = [];
  const account = createAccount();

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = new URL(req.url ?? '/', 'http://stub').pathname;
    const call = {
      headers: req.headers,
      body: await text(req),
      path,
      origin: `http://${req.headers.host ?? ''}`,
    };
    const handle = account.find(`${req.method ?? ''} ${path}`);
    if (handle === undefined) throw new Error('no such path');
    const [status, body] = handle(call);
    const meta = { request_id: newId() };
    const whole = path === '/rvm' || status !== 200 ? body : { data: body, meta };
    res.writeHead(status === 201 ? 201 : status, { 'content-type': 'application/json' });
    res.end(body === '' ? '' : JSON.stringify(status === 201 ? { data: body, meta } : whole));
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      violations.push(`${req.method ?? ''} ${req.url ?? ''}: ${String(error)}`);
      res.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    violations,
    async close() {
      await account.idle();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
