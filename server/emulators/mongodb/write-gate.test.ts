import { serialize } from 'bson';
import { expect, test } from 'vitest';
import { WriteGate, type SentCommand } from './write-gate.ts';

/** An engine that records what it is sent, and executes writes when the test says so. */
function startGate() {
  const executed: string[] = [];
  const held = new Map<string, () => void>();
  const reply = {
    requestId: 1,
    moreToCome: false,
    legacy: false,
    response: Buffer.from(serialize({ ok: 1 })),
  };
  const gate = new WriteGate({
    roundTrip: async (message) => {
      const name = message.toString();
      executed.push(name);
      if (name.startsWith('slow')) await new Promise<void>((resolve) => held.set(name, resolve));
      return reply;
    },
  });
  const send = (name: string, more: Partial<SentCommand> = {}) =>
    gate.send({ name, message: Buffer.from(name), body: serialize({}), isAbandoned: () => false, ...more });
  return {
    executed,
    send,
    finish: (name: string) => held.get(name)?.(),
    lock: (isAbandoned = () => false) =>
      send('fsync', { body: serialize({ fsync: 1, lock: true }), isAbandoned }),
  };
}

test('a lock waits for the writes before it and holds back those after it', async () => {
  const { executed, send, finish, lock } = startGate();
  const first = send('slow insert');
  const locked = lock();
  await send('find');
  const second = send('update');
  await send('count');
  expect(executed).toEqual(['slow insert', 'find', 'count']);
  finish('slow insert');
  await Promise.all([first, locked]);
  expect(executed.at(-1)).toBe('fsync');
  await send('fsyncUnlock');
  await second;
  expect(executed.slice(-2)).toEqual(['fsyncUnlock', 'update']);
});

test('a lock whose sender leaves while it waits is not taken', async () => {
  const { executed, send, finish, lock } = startGate();
  const first = send('slow insert');
  let isGone = false;
  const locked = lock(() => isGone);
  const unlocked = send('fsyncUnlock');
  isGone = true;
  finish('slow insert');
  expect(await locked).toBeUndefined();
  await Promise.all([first, unlocked]);
  await send('update');
  expect(executed).toEqual(['slow insert', 'fsyncUnlock', 'update']);
});

test('a write whose sender leaves while it waits is not executed', async () => {
  const { executed, send, lock } = startGate();
  await lock();
  const write = send('insert', { isAbandoned: () => true });
  await send('fsyncUnlock');
  expect(await write).toBeUndefined();
  expect(executed).toEqual(['fsync', 'fsyncUnlock']);
});

test('an fsync without a lock holds nothing back', async () => {
  const { executed, send } = startGate();
  await send('fsync', { body: serialize({ fsync: 1 }) });
  await send('insert');
  expect(executed).toEqual(['fsync', 'insert']);
});
