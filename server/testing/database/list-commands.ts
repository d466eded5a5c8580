import { mongo, type Connection } from 'mongoose';
import { connectDatabase } from '#server/app/database/database.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createAllIndexes } from './all-indexes.ts';
import { fillDatabase } from './filled-database.ts';
import { testDatabase } from './mongo.ts';
import { ALL_CALLS } from './store-cases/all-cases.ts';

const { deserialize, EJSON, serialize } = mongo.BSON;

/** Years ahead, so that no time of the machine is taken for one of the test. */
const NOW = new Date('2090-01-12T15:00:00Z');
const BEGINS = '2080';
/** What the driver adds to a command. */
const OF_DRIVER = [
  'lsid',
  '$db',
  '$clusterTime',
  'txnNumber',
  'startTransaction',
  'autocommit',
  '$readPreference',
];
/** Characters of a result. */
const SHOWN = 500;
const NAMES = ['find', 'aggregate', 'count', 'distinct', 'insert', 'update', 'delete', 'findAndModify'];

/** Returns the commands that the methods of the stores below a folder send to the database, in extended JSON. */
export async function listCommands(folder: string): Promise<string> {
  const database = await testDatabase();
  const uri = new URL(database.uri);
  uri.searchParams.set('monitorCommands', 'true');
  const connection = await connectDatabase(uri.href);
  try {
    await createAllIndexes(database.connection, folder);
    await fillDatabase(database.connection, { size: 100, now: NOW });
    return await commandsOf(connection, folder);
  } finally {
    await connection.close();
    await database.stop();
  }
}

async function commandsOf(connection: Connection, folder: string): Promise<string> {
  let sent: string[] = [];
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (NAMES.includes(commandName)) sent.push(`  ${lineOf(command)}`);
  });
  const lines: string[] = [];
  for (const { file, method, run } of ALL_CALLS.filter((call) => call.file.startsWith(`${folder}/`))) {
    for (const name of connection.modelNames()) connection.deleteModel(name);
    sent = [];
    const result = run({ connection, clock: createTestClock(NOW), now: NOW });
    // What an error says depends on what is loaded beside.
    const end = await result.then(resultOf, (error: unknown) => (error as Error).name);
    // Commands that are sent together come in any order.
    lines.push(`${file.slice(folder.length + 1)} ${method}`, ...sent.sort(), `  = ${end}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns a result in one line; of a list, which may be in any order, its length and one of its items. */
function resultOf(result: unknown): string {
  if (result instanceof Set || result instanceof Map) return resultOf([...result]);
  const isList = Array.isArray(result);
  const items = isList ? (result as unknown[]) : [result];
  const [text = ''] = items.map((item) => withoutChance(textOf(item))).sort();
  const shown = text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
  return isList ? `${String(result.length)} × ${shown}` : shown;
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    // In the order of their names: one of a table of counts has none.
    return EJSON.stringify(Array.isArray(value) ? value : Object.fromEntries(Object.entries(value).sort()));
  } catch {
    return 'no data';
  }
}

function lineOf(command: mongo.Document): string {
  const own = Object.fromEntries(Object.entries(command).filter(([name]) => !OF_DRIVER.includes(name)));
  return withoutChance(EJSON.stringify(deserialize(serialize(own))));
}

/** Returns a text without the ids, secrets and times that are others each time. */
function withoutChance(text: string): string {
  return text
    .replace(/\b[a-z0-9]{26}\b/g, 'ID')
    .replace(/(?<=")[\w-]{43}(?=")|^[\w-]{43}$/g, 'SECRET')
    .replace(/\b[0-9a-f]{24}\b/g, (id) => (id.startsWith('0000') ? id : 'OBJECT ID'))
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, (at) => (at < BEGINS ? 'TIME' : at));
}
