import { expect, test } from 'vitest';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { decide } from '#server/features/credits/decide.ts';
import { INITIAL_STATE } from '#server/features/credits/evolve.ts';
import { grantOf, campaign } from '#server/features/credits/testing/given.ts';
import { Replay, storedState } from './replay.ts';

const [a, b] = [campaign('a'), campaign('b')];

/** Applies commands one after the other; returns the replay and its last event. */
function replayed(...commands: Parameters<typeof decide>[1][]) {
  const replay = new Replay();
  const holds = new Map<string, typeof INITIAL_STATE.hold>();
  let last: CreditEvent | undefined;
  let state = INITIAL_STATE;
  for (const command of commands) {
    const id = 'campaignId' in command ? command.campaignId : undefined;
    const hold = (id === undefined ? undefined : holds.get(id)) ?? INITIAL_STATE.hold;
    const { facts } = decide({ ...state, hold }, command) as { facts: CreditEvent };
    state = replay.apply(facts);
    if (id !== undefined) holds.set(id, state.hold);
    last = { ...facts, ...state } as unknown as CreditEvent;
  }
  return { replay, state, last };
}

test('the calls that campaigns hold are counted for each, and one that holds none is not named', () => {
  const { replay } = replayed(grantOf('launch'), a.hold(3), b.hold(5), a.deduct(1));
  expect(Object.fromEntries(replay.callsHeld)).toEqual({ a: 2, b: 5 });
  expect(replay.heldByCampaigns).toBe(replay.balance.held);
  const ended = replayed(grantOf('launch'), a.hold(3), b.hold(5), a.deduct(1), a.release(2));
  expect(Object.fromEntries(ended.replay.callsHeld)).toEqual({ b: 5 });
  expect(ended.replay.heldByCampaigns).toBe(ended.replay.balance.held);
});

test('after a mismatch a replay goes on from the state that an event has stored', () => {
  const { last, state } = replayed(grantOf('launch'), a.hold(3));
  const replay = new Replay();
  replay.adopt(last as CreditEvent);
  expect(replay.balance).toEqual(state.balance);
  expect(Object.fromEntries(replay.callsHeld)).toEqual({ a: 3 });
  expect(storedState(last as CreditEvent)).toEqual(state);
});
