// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { trpc } from '#client/app/trpc.ts';
import { held, noResponse } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { initialState, type WizardState } from './wizard-state.ts';
import { useDeletedVoice } from './use-deleted-voice.ts';

const start = initialState();
const choosing = (voiceId: string | null, change: Partial<WizardState> = {}): WizardState => ({
  ...start,
  ...change,
  form: { ...start.form, voiceId },
});
const voices = (...vids: string[]) => ({ voices: vids.map((vid) => ({ vid })), remaining: 1 }) as never;

async function render(first: string | null, list: () => never | Promise<never>) {
  const dispatch = vi.fn();
  const hook = await renderHook(
    (state: WizardState) => {
      trpc.voices.list.useQuery();
      useDeletedVoice(state, dispatch);
    },
    choosing(first),
    { answers: { voices: { list } } },
  );
  await turn();
  return { ...hook, deleted: () => dispatch.mock.calls.map(([action]) => action as unknown) };
}
const DELETED = { type: 'voiceDeleted' };

test('a voice that is missing from the voices as they are now was deleted', async () => {
  const hook = await render('gone', () => voices('a'));
  expect(hook.deleted()).toEqual([DELETED]);
});

test('a voice that is newer than the loaded voices was not deleted', async () => {
  const list = vi.fn(() => voices('a', 'new')).mockReturnValueOnce(voices('a'));
  const hook = await render(null, list);
  await hook.update(choosing('new'));
  await turn();
  expect([hook.deleted(), list.mock.calls.length]).toEqual([[], 2]);
  await hook.update(choosing('a'));
  await turn();
  expect([hook.deleted(), list.mock.calls.length]).toEqual([[], 2]);
});

test('nothing is said where the voices cannot be asked for again, or another was chosen meanwhile', async () => {
  const list = vi.fn((): never | Promise<never> => Promise.reject(noResponse()));
  list.mockReturnValueOnce(voices('a'));
  const hook = await render(null, list);
  await hook.update(choosing('gone'));
  await turn();
  expect(hook.deleted()).toEqual([]);
  const later = held<never>();
  list.mockReturnValue(later.promise);
  await hook.update(choosing('other'));
  await hook.update(choosing('a'));
  await turn(() => {
    later.give(voices('a'));
  });
  expect(hook.deleted()).toEqual([]);
});

test('while the campaign is published, its voice is not asked about', async () => {
  const list = vi.fn(() => voices('a'));
  const hook = await render(null, list);
  await hook.update(choosing('gone', { publishing: true }));
  await turn();
  expect([hook.deleted(), list.mock.calls.length]).toEqual([[], 1]);
  await hook.update(choosing('gone'));
  await turn();
  expect(hook.deleted()).toEqual([DELETED]);
});
