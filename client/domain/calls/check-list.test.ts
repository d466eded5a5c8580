import { expect, test, vi } from 'vitest';
import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import { onSessionEnd } from '#client/app/session/session-end.ts';
import { FakeRequest, fakeUploads } from '#client/testing/fake-request.ts';
import { checkList, REASON_TEXTS } from './check-list.ts';

const HOURS = { from: '09:00', to: '20:00', days: [1, 2] };
const FILE = new File(['id'], 'list.csv');
const CHECKED: CheckListOutput = {
  success: true,
  contacts: 3,
  classes: [],
  warnings: [],
  left_out_total: 0,
  skipped: [],
  left_out: [],
};

function check(schedule: Partial<Parameters<typeof checkList>[1]> = {}, lastNameOptional = false) {
  fakeUploads();
  const onProgress = vi.fn();
  const { signal } = new AbortController();
  const checked = checkList(
    { file: FILE, lastNameOptional },
    { calling_hours: HOURS, ...schedule },
    { signal, onProgress },
  );
  return { checked, onProgress, request: FakeRequest.latest, form: FakeRequest.latest.body as FormData };
}

test('a list is sent with its schedule, the file last', async () => {
  const split = { test: 't', part: 2 } as never;
  const { checked, request, form, onProgress } = check({ last_day: '2026-12-04', max_calls: 7, split }, true);
  expect(request.opened).toEqual(['POST', expect.stringMatching(/check/) as string]);
  expect([...form.keys()]).toEqual([
    ...['calling_hours', 'last_day', 'max_calls', 'split', 'last_name_optional', 'csv_file'],
  ]);
  const sent = ['calling_hours', 'last_day', 'max_calls', 'split', 'last_name_optional'].map((name) =>
    form.get(name),
  );
  expect(sent).toEqual([JSON.stringify(HOURS), '2026-12-04', '7', JSON.stringify(split), 'true']);
  expect((form.get('csv_file') as File).name).toBe('list.csv');
  request.progress(1, 2);
  expect(onProgress).toHaveBeenLastCalledWith(0.5);
  request.answer(200, JSON.stringify(CHECKED));
  expect(await checked).toEqual(CHECKED);
});

test('what is not limited is not sent', async () => {
  const { checked, request, form } = check();
  expect([...form.keys()]).toEqual(['calling_hours', 'csv_file']);
  request.answer(200, JSON.stringify(CHECKED));
  await checked;
});

test('a refused check says what the answer says, and a session that has ended is reported', async () => {
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  const refused = check();
  refused.request.answer(500, 'oops');
  await expect(refused.checked).rejects.toThrow('The check ended with status 500');
  expect(ended).not.toHaveBeenCalled();
  const expired = check();
  expired.request.answer(401, '{}');
  await expect(expired.checked).rejects.toThrow();
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

test('each reason to leave somebody out has a text', () => {
  expect(REASON_TEXTS).toEqual({
    'do not call': 'On your do-not-call list',
    'called too often': 'Called too often lately',
    'no calling hours': 'Never within your calling hours',
    'other half': 'In the half that hears the other message',
    'over the maximum': 'Beyond the number that you send to',
  });
});
