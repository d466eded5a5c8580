import { bson } from './bson.ts';

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
