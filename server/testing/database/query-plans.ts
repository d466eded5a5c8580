import type { Connection, mongo } from 'mongoose';

/** A command sent by the driver. */
export interface SentCommand {
  name: string;
  body: mongo.Document;
}

/** Commands with a query plan; the others (inserts, index builds, getMore) have none. */
const PLANNED = new Set(['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify']);
/** Fields that `explain` does not accept. */
const NOT_EXPLAINED = [
  'lsid',
  '$db',
  '$clusterTime',
  'txnNumber',
  'writeConcern',
  'maxTimeMS',
  'readConcern',
];
/** Parts of an explanation that do not describe the execution. */
const NOT_EXECUTION = ['command', 'queryPlanner', 'rejectedPlans'];
const EXAMINED_PER_RETURNED = 10;
/** Extra allowance: index lookups without a match, a handful of states. */
const EXAMINED_EXTRA = 30;

/** Records query commands on a connection opened with `monitorCommands`. */
export function recordCommands(connection: Connection): { take(): SentCommand[] } {
  let sent: SentCommand[] = [];
  connection.getClient().on('commandStarted', ({ commandName: name, command }) => {
    if (PLANNED.has(name)) sent.push({ name, body: command });
  });
  return {
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}

/** Whether a command changes a field of documents that are there. */
export function changes(field: string, { name, body }: SentCommand): boolean {
  const updates =
    name === 'update'
      ? (body['updates'] as mongo.Document[]).map(({ u }) => u as unknown)
      : name === 'findAndModify'
        ? [body['update'] as unknown]
        : [];
  const steps = updates.flat() as Record<string, Record<string, unknown>>[];
  return steps.some((step) => Object.values(step).some((fields) => Object.hasOwn(fields, field)));
}

/** Returns the problems of the plans that the database chooses for a command. */
export async function problemsOf(connection: Connection, sent: SentCommand): Promise<string[]> {
  const plans = await explain(connection, sent);
  return plans.flatMap((plan) => problemsOfPlan(sent, plan));
}

/** Returns how many keys and documents the database examines for a command. */
export async function examinedBy(
  connection: Connection,
  sent: SentCommand,
): Promise<{ keys: number; documents: number }> {
  const plans = await explain(connection, sent);
  const stages = plans.flatMap(stagesOf);
  return { keys: total(stages, 'keysExamined'), documents: total(stages, 'docsExamined') };
}

function explain(connection: Connection, sent: SentCommand): Promise<mongo.Document[]> {
  const db = connection.getClient().db(connection.name);
  return Promise.all(
    singleCommands(sent).map((one) => db.command({ explain: one, verbosity: 'executionStats' })),
  );
}

/** `explain` accepts only one statement of an update or delete. */
function singleCommands({ name, body }: SentCommand): mongo.Document[] {
  const command = Object.fromEntries(Object.entries(body).filter(([key]) => !NOT_EXPLAINED.includes(key)));
  const list = name === 'update' ? 'updates' : name === 'delete' ? 'deletes' : undefined;
  if (list === undefined) return [command];
  return (command[list] as mongo.Document[]).map((one) => ({ ...command, [list]: [one] }));
}

interface Stage {
  stage?: string;
  [field: string]: unknown;
}

function problemsOfPlan({ name, body }: SentCommand, plan: mongo.Document): string[] {
  const stages = stagesOf(plan);
  const names = stages.map(({ stage }) => stage);
  const keys = total(stages, 'keysExamined');
  const documents = total(stages, 'docsExamined');
  const returned = returnedBy(name, plan, stages);
  const allowed = EXAMINED_PER_RETURNED * returned + EXAMINED_EXTRA;
  const faults = [
    ...(names.includes('COLLSCAN') ? ['scans the whole collection'] : []),
    ...(names.includes('SORT') ? ['sorts in memory'] : []),
    ...(keys > allowed ? [`examines ${String(keys)} keys for ${String(returned)}`] : []),
    ...(documents > allowed ? [`examines ${String(documents)} documents for ${String(returned)}`] : []),
  ];
  return faults.map((fault) => `${fault}: ${name} ${String(body[name])} ${summary(body)}`);
}

/** Returns all execution stages of a plan recursively, without rejected plans. */
function stagesOf(plan: unknown): Stage[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf);
  if (typeof plan !== 'object' || plan === null) return [];
  const node = plan as Record<string, unknown>;
  if ('executionStats' in node) {
    const { executionStages } = node['executionStats'] as { executionStages: unknown };
    return [...stagesOf(executionStages), ...stagesOf(node['stages'])];
  }
  const children = Object.entries(node).filter(([key]) => !NOT_EXECUTION.includes(key));
  const below = children.flatMap(([, child]) => stagesOf(child));
  if ('$sort' in node) return [{ stage: 'SORT' }, ...below];
  return typeof node['stage'] === 'string' ? [node, ...below] : below;
}

function total(stages: readonly Stage[], field: string): number {
  return stages.reduce((sum, stage) => sum + numberOf(stage[field]), 0);
}

/** Returns how many documents a command returned, changed, removed or counted. */
function returnedBy(name: string, plan: mongo.Document, stages: readonly Stage[]): number {
  if (name === 'update' || name === 'delete' || name === 'findAndModify') {
    const changed = ['nMatched', 'nWouldDelete'].map((field) => total(stages, field));
    return Math.max(...changed);
  }
  if (name === 'count') return total(stages, 'nCounted');
  const inPipeline = plan['stages'] as Record<string, unknown>[] | undefined;
  const last = inPipeline?.at(-1);
  if (last === undefined) {
    const { nReturned } = plan['executionStats'] as { nReturned: number };
    return nReturned;
  }
  // A count reads the documents that it counts.
  const access = inPipeline?.[0]?.['$cursor'] as { executionStats: { nReturned: number } } | undefined;
  return isCount(last) ? (access?.executionStats.nReturned ?? 0) : numberOf(last['nReturned']);
}

/** Whether it is the last stage of `countDocuments`. */
function isCount({ $group }: Record<string, unknown>): boolean {
  return JSON.stringify(($group as { _id?: unknown } | undefined)?._id) === '{"$const":1}';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0;
}

function summary(body: mongo.Document): string {
  const { filter, pipeline, query, updates, deletes, sort } = body as Record<string, unknown>;
  const text = JSON.stringify({ filter, pipeline, query, updates, deletes, sort });
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
