import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommandResult } from '#server/features/credits/api.ts';
import type { CreditCommand } from '#server/features/credits/commands.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { anyCommand } from '#server/features/credits/testing/arbitrary-commands.ts';
import { MemoryStream } from '#server/features/credits/testing/memory-stream.ts';
import { SimulatedStore, type Fault } from '#server/features/credits/testing/simulated-store.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { CommitQueue } from './commit-queue.ts';
import { eventHash, requestHash } from './hash.ts';
import { StreamCache } from './stream-cache.ts';

const RUNS = 15;
const PROCESSES = 2;
/** Event-loop turns without a call of the store, after which none comes. */
const MAX_IDLE_TURNS = 10;

interface Sent {
  streamId: string;
  command: CreditCommand;
}

/** What a caller got, and the number of events that its stream had before and after. */
interface Answer extends Sent {
  result: CommandResult | undefined;
  before: number;
  after: number;
}

const streamId = fc.nat({ max: 23 }).map((n) => `s${String(n)}`);
/** Commands that are sent at once: enough for two batches. */
const burst = fc.array(fc.record({ streamId, command: anyCommand }), { minLength: 20, maxLength: 60 });
/** The bursts of each caller, each sent after the answers to the one before. */
const callers = fc.array(fc.array(burst, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 });
const fault = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Fault>('none') },
  fc.constantFrom<Fault>('before', 'halfway', 'after'),
);

it('keeps the streams of two processes as if each command ran alone, in any order and whatever fails', async () => {
  const property = fc.asyncProperty(
    fc.scheduler(),
    callers,
    fc.infiniteStream(fault),
    async (scheduler, bursts, faults) => {
      const step = () => scheduler.schedule(Promise.resolve());
      const store = new SimulatedStore(step, faults);
      const queues = Array.from({ length: PROCESSES }, () => queueOf(store));
      const answers: Answer[] = [];
      const callAll = bursts.map(async (ofCaller, n) => {
        await step();
        for (const sent of ofCaller)
          answers.push(
            ...(await Promise.all(sent.map((one) => answerOf(store, queues[n % PROCESSES], one)))),
          );
      });
      await endOf(Promise.all(callAll), scheduler);
      await Promise.all(queues.map((queue) => queue.idle()));
      checkAll(store, answers);
    },
  );
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});

function queueOf(store: SimulatedStore): CommitQueue {
  const streams = new StreamCache(store, () => undefined);
  return new CommitQueue({ store, streams, clock: systemClock, onWritten: () => undefined });
}

async function answerOf(store: SimulatedStore, queue: CommitQueue | undefined, sent: Sent): Promise<Answer> {
  const events = store.eventsOf(sent.streamId);
  const before = events.length;
  const result = await queue?.submit(sent.streamId, sent.command).catch((error: unknown) => {
    expect(error).toBeInstanceOf(AppError);
    return undefined;
  });
  return { ...sent, result, before, after: events.length };
}

/** Lets the scheduled calls go on until all callers have their answers. Fails if one never gets it. */
async function endOf(done: Promise<unknown>, scheduler: fc.Scheduler): Promise<void> {
  let isOpen = true;
  void done.finally(() => (isOpen = false));
  for (let idle = 0; isOpen; idle += 1) {
    if (scheduler.count() > 0) {
      await scheduler.waitNext(1);
      idle = 0;
    }
    expect(idle).toBeLessThan(MAX_IDLE_TURNS);
    await eventLoopTurn();
  }
  await done;
}

function checkAll(store: SimulatedStore, answers: readonly Answer[]): void {
  const sentAs = new Map(answers.map(({ command }) => [command.key + requestHash(command), command]));
  const commandsOf = (events: readonly CreditEvent[]) =>
    events.flatMap(({ key, requestHash: hash }) => sentAs.get(key + hash) ?? []);
  for (const events of store.streams.values()) {
    expect(factsOf(inSequence(commandsOf(events)).events)).toEqual(factsOf(events));
    events.forEach((event, n) => {
      expect(event).toMatchObject({ previousHash: events[n - 1]?.hash ?? '', hash: eventHash(event) });
    });
  }
  for (const answer of answers) checkAnswer(answer, store.eventsOf(answer.streamId), commandsOf);
  const written = answers.flatMap(({ streamId: id, result }) =>
    result?.ok === true && !result.repeated ? `${id} ${result.event.key}` : [],
  );
  expect(new Set(written).size).toBe(written.length);
  if (store.failures === 0) expect(answers.every(({ result }) => result !== undefined)).toBe(true);
}

/** Checks a result against its event, a refusal against the states between the command and the answer. */
function checkAnswer(
  { command, result, before, after }: Answer,
  events: readonly CreditEvent[],
  commandsOf: (events: readonly CreditEvent[]) => CreditCommand[],
): void {
  if (result === undefined) return;
  if (result.ok) {
    expect(result.event.key).toBe(command.key);
    expect(events[result.event.version - 1]).toMatchObject(result.event);
    return;
  }
  const { refusal } = result;
  if (refusal.type === 'KeyConflict') {
    const others = events.slice(0, after).filter((event) => event.requestHash !== requestHash(command));
    expect(others.map(({ key }) => key)).toContain(command.key);
    return;
  }
  const pasts = Array.from({ length: after - before + 1 }, (_, n) => commandsOf(events.slice(0, before + n)));
  expect(pasts.flatMap((past) => inSequence([...past, command]).refusals)).toContainEqual(refusal);
}

function inSequence(commands: readonly CreditCommand[]): MemoryStream {
  const stream = new MemoryStream();
  for (const command of commands) stream.execute(command);
  return stream;
}

function factsOf(events: readonly CreditEvent[]) {
  return events.map(({ version, key, amount, balance, period }) => ({
    version,
    key,
    amount,
    balance,
    period,
  }));
}
