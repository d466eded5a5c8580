// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { contactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { TestDropView } from '#shared/schemas/campaigns/test-drops.ts';
import { trpc } from '#client/app/trpc.ts';
import { MessagePreview } from '#client/domain/message/message-preview.tsx';
import { noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import TestDropDialog from './test-drop-dialog.tsx';

const ANA = contactInput.parse({ first_name: 'Ana', last_name: 'Lee', custom: { plan: 'Gold', pet: 'Cat' } });
const TEST = {
  voiceId: 'v1',
  message: 'Hi {first_name}, {plan}',
  messageOverrides: ['prize'],
  contact: ANA,
  refusals: [] as string[],
  onClose: () => undefined,
};
const overview = (phone: string | null, pending: string | null = null, left = 3) => ({
  overview: () => ({ phone, pending_phone: pending, left_today: left }),
});
/** What a page beside the dialog says of credits. */
function Price() {
  trpc.credits.balance.useQuery();
  trpc.campaigns.quote.useQuery({ calls: 1 });
  return null;
}
const priced = {
  credits: { balance: () => ({ balance: 100, held: 0 }) as never },
  campaigns: { quote: () => ({}) as never },
};
const timesPriced = (screen: { sent: (name: string) => unknown[] }) => [
  screen.sent('credits.balance').length,
  screen.sent('campaigns.quote').length,
];
const open = (answers: NonNullable<Answers['testDrops']>, change: Partial<typeof TEST> = {}) =>
  renderScreen(
    <>
      <Price />
      <TestDropDialog {...TEST} {...change} />
    </>,
    { answers: { testDrops: answers, ...priced } },
  );
const [PHONE, OTHER] = ['12025550143', '12025550144'];

test('a phone that is not known is called with a code in the chosen voice', async () => {
  const screen = await open({ ...overview(null), callPhone: () => ({}) as never });
  await click('Call me with a code');
  expect(noteOf('Your phone number')).toBe('A phone number is required');
  await enter('Your phone number', '(202) 555-0143');
  await click('Call me with a code');
  expect(screen.sent('testDrops.callPhone')).toEqual([{ phone: PHONE, voice_id: 'v1' }]);
  expect(screen.sent('testDrops.overview')).toHaveLength(2);
  expect(timesPriced(screen)).toEqual([2, 2]);
});

test.each([
  [refusal('Called too often'), 'Called too often'],
  [noResponse(), 'The call could not be placed. Please try again.'],
])('a phone that cannot be called says why', async (error, said) => {
  await open({ ...overview(null), callPhone: () => Promise.reject(error) });
  await enter('Your phone number', '2025550143');
  await click('Call me with a code');
  expect(noteOf('Your phone number')).toBe(said);
});

test('the code that was spoken is asked for, or another number', async () => {
  const confirmPhone = vi.fn(() => Promise.reject(refusal('Wrong code')));
  const screen = await open({ ...overview(null, PHONE), confirmPhone });
  expect(text()).toContain(
    'We left a code on the voicemail of +1 (202) 555-0143. It can be used for 15 minutes.',
  );
  await enter('Code', '12345');
  await click('Confirm');
  expect(noteOf('Code')).toBe('Please enter the six digits that you heard');
  await enter('Code', '123456');
  await click('Confirm');
  expect(screen.sent('testDrops.confirmPhone')).toEqual([{ code: '123456' }]);
  expect(noteOf('Code')).toBe('Wrong code');
  await click('Call again or use another number');
  expect(hasButton('Call me with a code')).toBe(true);
});

test('a confirmed phone can be changed while another one waits for its code', async () => {
  await open(overview(PHONE, OTHER));
  expect(text()).toContain('The message is left on +1 (202) 555-0143 in the chosen voice, as Ana hears it.');
  await click('Change number');
  expect(hasButton('Call me with a code')).toBe(true);
});

test.each<[Partial<TestDropView>, string]>([
  [{ status: 'delivered' }, 'The test was delivered to your voicemail.'],
  [{ status: 'failed', reason: 'Busy' }, 'The test failed: Busy.'],
  [{ status: 'failed', reason: null }, 'The test failed: unknown reason.'],
])('a test sends the message for the contact, and shows what became of it', async (change, said) => {
  const screen = await open({
    ...overview(PHONE),
    create: () => ({ test_drop: { id: 't1' } }) as never,
    get: () => ({ success: true, test_drop: { id: 't1', ...change } }) as never,
  });
  expect(text()).toContain('3 of 10 tests left today');
  await click('Send Test');
  expect(screen.sent('testDrops.create')).toMatchObject([
    {
      voice_id: 'v1',
      message: TEST.message,
      message_overrides: ['prize'],
      contact: { first_name: 'Ana', custom: { plan: 'Gold' } },
    },
  ]);
  expect(screen.sent('testDrops.get')).toEqual([{ id: 't1' }]);
  expect(text()).toContain(said);
  expect(hasButton('Send Again')).toBe(true);
});

test('the price is asked for when a test is sent, and when its call has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let status: TestDropView['status'] = 'calling';
  const screen = await open({
    ...overview(PHONE),
    create: () => ({ test_drop: { id: 't1' } }) as never,
    get: () => ({ success: true, test_drop: { id: 't1', status } }) as never,
  });
  const pass = () =>
    turn(() => {
      vi.advanceTimersByTime(1_000);
    });
  await click('Send Test');
  await pass();
  expect(timesPriced(screen)).toEqual([2, 2]);
  status = 'failed';
  await pass();
  await turn();
  expect(timesPriced(screen)).toEqual([3, 3]);
});

test.each([
  [0, ANA, true],
  [1, null, true],
  [1, ANA, false],
])('with %i tests left and the contact %j a test is refused: %s', async (left, contact, refused) => {
  await open(overview(PHONE, null, left), { contact } as Partial<typeof TEST>);
  expect(isDisabled('Send Test')).toBe(refused);
});

test('a test that cannot be sent says why', async () => {
  await open({ ...overview(PHONE), create: () => Promise.reject(noResponse()) });
  await click('Send Test');
  expect(text()).toContain('The test could not be sent. Please try again.');
});

const preview = async (message: string, contacts: number | null, contact: typeof ANA | null = ANA) => {
  const show = vi.fn();
  await renderScreen(
    <MessagePreview message={message} contacts={contacts} shown={{ index: 1, contact, show }} />,
  );
  return show;
};

test.each([
  ['Hi {first_name}', 3, 'Ana Lee Hi Ana 2 of 3 · About 1 second'],
  ['', 3, 'Your message will appear here. 2 of 3'],
  ['{city}', 1_000, 'The message is empty for this person. 2 of 1,000'],
])('the preview of %j says what one person hears', async (message, contacts, said) => {
  await preview(message, contacts);
  expect(text()).toBe(`What they hear ${said.startsWith('Ana') ? said : `Ana Lee ${said}`}`);
});

test('the preview goes to another person, by arrows or number', async () => {
  const show = await preview('Hi', 3);
  await click('Previous contact');
  await click('Next contact');
  for (const typed of ['3', '4', '0', '']) await enter('Contact number', typed);
  expect(show.mock.calls).toEqual([[0], [2], [2]]);
});

test('while the file is read, no other person can be shown', async () => {
  await preview('Hi', null, null);
  expect(isDisabled('Next contact')).toBe(true);
  expect(isDisabled('Previous contact')).toBe(true);
});

test('the preview says a date of an own column in words', async () => {
  const contact = { ...ANA, custom: { due: '2031-02-03', code: '12/03/2031' } };
  const shown = { index: 0, contact, show: () => undefined };
  await renderScreen(<MessagePreview message="Due {due}, {code}." contacts={1} shown={shown} />);
  expect(text()).toContain('Due February 3, 2031, 12/03/2031.');
});

test('a message that a campaign would be refused for is not tested, and the reason is said', async () => {
  await open(overview(PHONE), { refusals: ['Unknown placeholder: {paln}'] });
  expect(text()).toContain('Change the message first Unknown placeholder: {paln}');
  expect(isDisabled('Send Test')).toBe(true);
});
