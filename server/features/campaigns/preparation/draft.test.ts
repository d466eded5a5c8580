import { expect, test } from 'vitest';
import {
  assertOwnVoice,
  checkedDropDate,
  checkedLastDay,
  checkedMessage,
  checkedVoice,
  nameTaken,
} from './draft.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const source = { ownColumns: () => Promise.resolve(['pet', 'shoe']) };
const fieldError = (field: string, text: unknown) => ({
  code: 'INVALID_INPUT',
  details: { fields: { [field]: text } },
});
const caught = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('a message keeps the own columns that it uses, and no unknown placeholder is taken', async () => {
  expect(await checkedMessage('Hello {first_name}', source)).toEqual({ message: 'Hello {first_name}' });
  expect(await checkedMessage('Hello {pet}', source)).toEqual({ message: 'Hello {pet}', columns: ['pet'] });
  await expect(checkedMessage('Hello {hat}', source)).rejects.toMatchObject(
    fieldError('message', expect.stringContaining('hat')),
  );
  let reads = 0;
  const counted = { ownColumns: () => Promise.resolve([String((reads += 1))]) };
  await checkedMessage('Hello {first_name}', counted);
  expect(reads).toBe(0);
});

test('a drop date is taken where it can be kept, and the last day where it is not over before', () => {
  const soon = '2027-01-13T15:00:00.000Z';
  expect(checkedDropDate(soon, NOW)).toEqual({ dropDate: new Date(soon) });
  expect(caught(() => checkedDropDate('tomorrow', NOW))).toMatchObject(
    fieldError('drop_date', expect.any(String)),
  );
  expect(checkedLastDay('2027-01-20', NOW, NOW)).toEqual({ lastDay: '2027-01-20' });
  for (const none of [null, undefined, ''])
    expect(checkedLastDay(none, NOW, NOW)).toEqual({ lastDay: none === '' ? '' : null });
  expect(caught(() => checkedLastDay('2027-01-02', NOW, NOW))).toMatchObject(
    fieldError('last_day', expect.any(String)),
  );
});

test('a voice is one of the user', async () => {
  const voice = { id: 'v', title: 'Mine', providerVoiceId: 'p', createdAt: NOW };
  const kinds: Record<string, object> = { v: { kind: 'own', voice }, theirs: { kind: 'foreign' } };
  const voices = {
    find: (uid: string, id: string) => Promise.resolve((uid === 'ana' && kinds[id]) || { kind: 'unknown' }),
    ownership: (uid: string, id: string) =>
      Promise.resolve(((uid === 'ana' && kinds[id]) as { kind?: string } | undefined)?.kind ?? 'unknown'),
  };
  const deps = { voices } as unknown as Parameters<typeof checkedVoice>[0];
  expect(await checkedVoice(deps, 'ana', 'v')).toEqual({
    voiceId: 'v',
    voiceTitle: 'Mine',
    providerVoiceId: 'p',
  });
  await expect(assertOwnVoice(deps, 'ana', 'v')).resolves.toBeUndefined();
  for (const check of [checkedVoice, assertOwnVoice]) {
    await expect(check(deps, 'ana', 'theirs')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This voice belongs to another user.',
    });
    await expect(check(deps, 'ana', 'gone')).rejects.toMatchObject(fieldError('voice_id', 'Voice not found'));
    await expect(check(deps, 'bob', 'v')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
  expect(nameTaken('Spring')).toMatchObject({
    code: 'ALREADY_EXISTS',
    message: 'You already have a campaign named "Spring".',
  });
});
