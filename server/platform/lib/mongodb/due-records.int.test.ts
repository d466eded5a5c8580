import { Schema, type Connection, type Model } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { changeClaimed, claimNext, claimRecord } from './due-records.ts';

interface Task {
  _id: string;
  kind: string;
  dueAt: Date;
  checkAt?: Date;
  attempts: number;
  result?: string;
}

let database: Awaited<ReturnType<typeof testDatabase>>;
let other: Connection;
/** The collection as two processes see it. */
let models: [Model<Task>, Model<Task>];

beforeAll(async () => {
  database = await testDatabase();
  other = await connectDatabase(database.uri);
  models = [tasksOf(database.connection), tasksOf(other)];
  await createIndexes({ models: [models[0]] });
});
beforeEach(() => models[0].deleteMany({}));
afterAll(async () => {
  await other.close();
  await database.stop();
});

function tasksOf(connection: Connection): Model<Task> {
  const schema = new Schema<Task>(
    { _id: String, kind: String, dueAt: Date, checkAt: Date, attempts: Number, result: String },
    { autoIndex: false, versionKey: false, collection: 'test_tasks' },
  );
  schema.index({ dueAt: 1 });
  return connection.model<Task>('TestTask', schema);
}

/** Years from the time of the database: what is due follows from the clock of the caller. */
const at = (second: number) => new Date(Date.UTC(2001, 0, 1, 0, 0, second));
const add = (...tasks: (Pick<Task, '_id' | 'dueAt'> & Partial<Task>)[]) =>
  models[0].create(tasks.map((task) => ({ kind: 'mail', attempts: 0, ...task })));
const lease = (now: number) => ({ now: at(now), until: at(now + 30) });

test('two processes at once share what is due, each record once', async () => {
  await add(...Array.from({ length: 20 }, (_, n) => ({ _id: `task ${String(n)}`, dueAt: at(0) })));
  const claims = Array.from({ length: 30 }, (_, n) => claimNext(models[n % 2 === 0 ? 0 : 1], lease(1)));
  const ids = (await Promise.all(claims)).flatMap((task) => task?._id ?? []);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
});

test('the longest due is first, and what is not due stays', async () => {
  await add({ _id: 'later', dueAt: at(5) }, { _id: 'first', dueAt: at(2) }, { _id: 'future', dueAt: at(11) });
  const taken = [];
  for (let task = await claimNext(models[0], lease(10)); task; task = await claimNext(models[0], lease(10)))
    taken.push(task._id);
  expect(taken).toEqual(['first', 'later']);
});

test('the claim of a process that died is taken again once it has expired, by one of the others', async () => {
  await add({ _id: 'task', dueAt: at(0) });
  const counted = (now: number) => ({ ...lease(now), inc: { attempts: 1 } });
  expect(await claimNext(models[0], counted(0))).toMatchObject({ attempts: 1, dueAt: at(30) });
  expect(await claimNext(models[1], counted(29))).toBeUndefined();
  const again = await Promise.all(models.map((model) => claimNext(model, counted(30))));
  expect(again.filter((task) => task !== undefined)).toMatchObject([{ attempts: 2, dueAt: at(60) }]);
});

test('only the holder prolongs a claim, releases it or changes its record', async () => {
  await add({ _id: 'task', dueAt: at(0) });
  const [model] = models;
  const stale = await claimed(claimNext(model, lease(0)));
  const prolonged = await claimed(changeClaimed(model, stale, { $set: { dueAt: at(50) } }));
  expect(await claimNext(model, lease(49))).toBeUndefined();

  const held = await claimed(claimNext(models[1], lease(50)));
  for (const lost of [stale, prolonged])
    expect(await changeClaimed(model, lost, { $set: { dueAt: at(99), result: 'lost' } })).toBeUndefined();
  expect(await model.findById('task').lean()).toEqual(held);

  expect(await changeClaimed(models[1], held, { $set: { dueAt: at(51), result: 'done' } })).toMatchObject({
    dueAt: at(51),
    result: 'done',
  });
  expect(await claimNext(model, lease(51))).toMatchObject({ _id: 'task', result: 'done' });
});

test('a record that is gone is neither claimed nor changed', async () => {
  await add({ _id: 'task', dueAt: at(0) });
  const held = await claimed(claimNext(models[0], lease(0)));
  await models[0].deleteOne({ _id: 'task' });
  expect(await changeClaimed(models[0], held, { $set: { result: 'done' } })).toBeUndefined();
  expect(await claimRecord(models[0], 'task', lease(99))).toBeUndefined();
  expect(await models[0].countDocuments()).toBe(0);
});

test('one record is claimed by its id, by one of two at once and while it is due', async () => {
  await add({ _id: 'other', dueAt: at(0) }, { _id: 'task', dueAt: at(1) });
  const claims = await Promise.all(models.map((model) => claimRecord(model, 'task', lease(1))));
  expect(claims.filter((task) => task !== undefined)).toMatchObject([{ _id: 'task' }]);
  expect(await claimRecord(models[0], 'task', lease(2))).toBeUndefined();
  expect(await models[0].findById('other').lean()).toMatchObject({ dueAt: at(0) });
});

test('a claim has its own field, condition and changes', async () => {
  await add(
    { _id: 'call', dueAt: at(0), kind: 'call' },
    { _id: 'checked', dueAt: at(0), checkAt: at(9) },
    { _id: 'unchecked', dueAt: at(7) },
  );
  const claim = (now: number) => ({
    until: at(now + 30),
    field: 'checkAt',
    due: { $or: [{ checkAt: { $exists: false } }, { checkAt: { $lte: at(now) } }] },
    where: { kind: 'mail' },
    set: { result: 'held' },
  });
  expect(await claimNext(models[0], claim(1))).toMatchObject({
    _id: 'unchecked',
    result: 'held',
    checkAt: at(31),
    dueAt: at(7),
  });
  expect(await claimNext(models[0], claim(1))).toBeUndefined();
  expect(await claimNext(models[0], claim(9))).toMatchObject({ _id: 'checked' });
});

async function claimed(claim: Promise<Task | undefined>): Promise<Task> {
  const task = await claim;
  if (task === undefined) throw new Error('Nothing was claimed');
  return task;
}
