import { expect, test } from 'vitest';
import { noticeMail } from './notify-owner.ts';
import type { DueNotice } from '#server/features/campaigns/api.ts';

const OWNER = { email: 'ana@example.com', displayName: 'Visit spam.example', emailConfirmed: false };
const NOTICE: DueNotice = {
  id: 'n-1',
  campaignId: 'c-1',
  userId: 'ana',
  streamId: 's-1',
  name: 'You won! See spam.example',
  kind: 'finished',
  delivered: 3,
  total: 4,
  charged: 150,
  rest: 50,
  since: new Date(0),
  dueAt: new Date(0),
  tries: 0,
};
const CONTEXT = { balance: 19_850, publicUrl: 'https://hark.example' };

test.each([
  ['finished' as const, 'Your campaign has finished', 'Your campaign has finished: 3 of 4 delivered.'],
  ['paused' as const, 'Your campaign was paused', 'Hark has paused your campaign: The carrier is away.'],
])('a mail to an unconfirmed address contains no text chosen by its owner: %s', (kind, subject, sentence) => {
  const mail = noticeMail(OWNER, { ...NOTICE, kind, reason: 'The carrier is away' }, CONTEXT);
  expect(mail).toMatchObject({ to: 'ana@example.com', subject });
  expect(mail.text).toMatch(/^Hello,\n/);
  expect(mail.text).toContain(sentence);
  expect(mail.text).toContain('https://hark.example/analytics\n');
  expect(mail.text + mail.html + mail.subject).not.toContain('spam');
});

test('a mail to a confirmed address names its owner and the campaign', () => {
  const mail = noticeMail({ ...OWNER, emailConfirmed: true }, NOTICE, CONTEXT);
  expect(mail.subject).toBe('Your campaign "You won! See spam.example" has finished');
  expect(mail.text).toMatch(/^Hello Visit spam\.example,\n/);
  expect(mail.text).toContain('/analytics/details/You%20won!%20See%20spam.example');
});
