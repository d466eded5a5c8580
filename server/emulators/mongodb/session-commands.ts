import { bson } from './bson.ts';

const OP_MSG = 2013;
const OP_CODE_AT = 12;
const SECTION_KIND_AT = 20;
const FIRST_NAME_AT = 26;
const BODY_SECTION = 0;

/** Commands that end sessions, sent by mongosh and Compass on exit. They crash the engine, which has no sessions. */
const END_SESSION_COMMANDS = new Set([
  'endSessions',
  'killSessions',
  'killAllSessions',
  'killAllSessionsByPattern',
]);
const OK = bson(['ok', 1]);
const NOT_SUPPORTED = bson(
  ['ok', 0],
  ['code', 115],
  ['codeName', 'CommandNotSupported'],
  ['errmsg', 'sessions are not supported'],
);

/** Returns the reply to a session command, which must not reach the engine, or undefined for any other message. */
export function sessionReply(message: Buffer): Buffer | undefined {
  const command = commandName(message);
  if (command === undefined) return undefined;
  if (command === 'startSession') return NOT_SUPPORTED;
  return END_SESSION_COMMANDS.has(command) ? OK : undefined;
}

/** Returns the name of a command: the first field of the body, which is the first section. */
function commandName(message: Buffer): string | undefined {
  if (message.length <= FIRST_NAME_AT || message.readInt32LE(OP_CODE_AT) !== OP_MSG) return undefined;
  if (message[SECTION_KIND_AT] !== BODY_SECTION) return undefined;
  const end = message.indexOf(0, FIRST_NAME_AT);
  return end === -1 ? undefined : message.toString('utf8', FIRST_NAME_AT, end);
}
