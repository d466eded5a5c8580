const OP_MSG = 2013;
const OP_CODE_AT = 12;
const SECTION_KIND_AT = 20;
const FIRST_NAME_AT = 26;
const BODY_SECTION = 0;

/**
 * The commands that end sessions. The engine has no sessions and does not survive being asked; drivers that believe in
 * sessions, mongosh and Compass among them, send one of these when they close.
 */
const ENDING = new Set(['endSessions', 'killSessions', 'killAllSessions', 'killAllSessionsByPattern']);
const DONE = bson(['ok', 1]);
const NOT_SUPPORTED = bson(
  ['ok', 0],
  ['code', 115],
  ['codeName', 'CommandNotSupported'],
  ['errmsg', 'sessions are not supported'],
);

/** The reply to a session command, which must not reach the engine; undefined for any other message. */
export function sessionReply(message: Buffer): Buffer | undefined {
  const command = commandName(message);
  if (command === undefined) return undefined;
  if (command === 'startSession') return NOT_SUPPORTED;
  return ENDING.has(command) ? DONE : undefined;
}

/** The name of a command is the first field of a message's body, which drivers send first. */
function commandName(message: Buffer): string | undefined {
  if (message.length <= FIRST_NAME_AT || message.readInt32LE(OP_CODE_AT) !== OP_MSG) return undefined;
  if (message[SECTION_KIND_AT] !== BODY_SECTION) return undefined;
  const end = message.indexOf(0, FIRST_NAME_AT);
  return end === -1 ? undefined : message.toString('utf8', FIRST_NAME_AT, end);
}

/** A BSON document of numbers and texts. */
function bson(...fields: readonly [string, number | string][]): Buffer {
  const elements = fields.map(([name, value]) => {
    const type = Buffer.from([typeof value === 'number' ? 0x01 : 0x02]);
    return Buffer.concat([
      type,
      Buffer.from(`${name}\0`),
      typeof value === 'number' ? double(value) : text(value),
    ]);
  });
  const body = Buffer.concat([...elements, Buffer.from([0])]);
  return Buffer.concat([int32(4 + body.length), body]);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  return Buffer.concat([int32(bytes.length), bytes]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
