// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { DEFAULT_SIGNATURE } from '#shared/messages/signature.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { verdictOf } from '#client/features/campaigns/wizard/wizard-guards.ts';
import { initialState, type Sender } from '#client/features/campaigns/wizard/wizard-state.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { button, click, enter, field, hasButton, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { MessageCheck } from './message-check.tsx';
import { SenderFields } from './sender-fields.tsx';

const SENDER: Sender = {
  businessName: 'Maple',
  callbackNumber: '18005550143',
  signature: DEFAULT_SIGNATURE,
  rules: 'enforced',
};
const GOOD =
  'Hi, this is Maple. Your roof is done. Call us at 800-555-0143. To stop these messages call the same number.';

const check = async (message: string, sender: Sender | null = SENDER, messageOverrides: string[] = []) => {
  const called = { dispatch: vi.fn(), onFix: vi.fn() };
  const start = initialState();
  const state = { ...start, sender, form: { ...start.form, message, messageOverrides } };
  await renderScreen(<MessageCheck state={state} verdict={verdictOf(state)} {...called} />);
  return called;
};

test.each<[string, Partial<Sender>, string[], string, string]>([
  [GOOD, {}, [], 'Ready to send', ''],
  [' ', {}, [], 'Checked as you write', 'Resolve this before you publish'],
  [`${GOOD} You won a prize.`, {}, [], '1 thing to resolve', 'Resolve this before you publish'],
  [`${GOOD} You won a prize.`, {}, ['prize'], 'Ready to send', ''],
  ['Hello', {}, [], '3 things to resolve', 'Resolve this before you publish'],
  ['Hello', { rules: 'advised' }, [], '3 warnings', 'You can publish anyway'],
  [`${GOOD} {Nickname!}`, {}, [], '1 thing to resolve', 'Resolve this before you publish'],
  ['{Nickname!}', { rules: 'advised' }, [], '1 thing to resolve, 3 warnings', 'Resolve this before you'],
])('of %j a person reads what follows', async (message, sender, overrides, status, rules) => {
  await check(message, { ...SENDER, ...sender }, overrides);
  expect(text()).toContain(`Message check ${status}`);
  expect(text()).toContain(rules);
  expect(text().includes('publish')).toBe(rules !== '');
});

test('before the sender is known nothing is checked', async () => {
  await check(GOOD, null);
  expect(text()).toBe('');
});

test('each requirement says whether it is met, and is added by its button', async () => {
  const { onFix } = await check('This is Maple.');
  expect(text()).toContain('Who is calling (said)');
  expect(text()).toContain('A number to call back (missing)');
  expect(text()).toContain('How to stop these messages (missing)');
  await click('Add: Call us back at 800-555-0143');
  expect(onFix).toHaveBeenCalledOnce();
  expect(onFix.mock.calls[0]?.[0]).toMatchObject({
    start: 14,
    end: 14,
    text: ' Call us back at 800-555-0143.',
  });
});

test('the signature is offered while the message lacks some of it, and added as one edit', async () => {
  const { onFix } = await check('Hi, this is Maple.');
  await click('Add signature');
  expect(onFix.mock.calls).toEqual([
    [
      expect.objectContaining({
        start: 0,
        end: 18,
        text: 'Hi, this is Maple. Call us back at 800-555-0143. To stop these messages call 800-555-0143.',
      }),
    ],
  ]);
});

test('a message that says all of it is offered no signature', async () => {
  await check(GOOD);
  expect(hasButton('Add signature')).toBe(false);
});

test('a signature that does not fit is not added', async () => {
  const { onFix } = await check('x'.repeat(MAX_MESSAGE_LENGTH));
  await click('Add signature');
  expect(text()).toContain('The message would become too long.');
  expect(onFix).not.toHaveBeenCalled();
});

test('an edit that does not fit is not made', async () => {
  const { onFix } = await check('x'.repeat(MAX_MESSAGE_LENGTH));
  await click('Add: Call us back at 800-555-0143');
  expect(text()).toContain('The message would become too long.');
  expect(onFix).not.toHaveBeenCalled();
});

test.each<[string[], string[]]>([
  [['other'], ['other', 'prize']],
  [['prize', 'other'], ['other']],
])('with %j overridden, keeping the words changes it to %j', async (before, after) => {
  const { dispatch } = await check(`${GOOD} You won a prize. ACT NOW AND BE HAPPY FOREVER.`, SENDER, before);
  // Advice needs no decision.
  expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(1);
  await turn(() => {
    document.querySelector<HTMLElement>('input[type=checkbox]')?.click();
  });
  expect(dispatch.mock.calls).toEqual([[{ type: 'edited', change: { messageOverrides: after } }]]);
});

test.each([
  [{}, false, false],
  [{ businessName: '' }, true, false],
  [{ callbackNumber: '' }, false, true],
])('of a sender with %j what is missing is asked for', async (change, name, number) => {
  await renderScreen(<SenderFields sender={{ ...SENDER, ...change }} onFocusLost={vi.fn()} />);
  expect(hasButton('Save Business name')).toBe(name);
  expect(hasButton('Save Number to call back')).toBe(number);
});

test('a name and a number are saved in the profile, each on its own', async () => {
  const screen = await renderScreen(
    <SenderFields sender={{ ...SENDER, businessName: '', callbackNumber: '' }} onFocusLost={vi.fn()} />,
    {
      answers: {
        auth: { updateProfile: () => Promise.reject(refusal('Not this name')) },
        calling: { updateProfile: () => ({}) as never },
      },
    },
  );
  await click('Save Business name');
  expect(noteOf('Business name')).toBe('Please enter this first');
  await enter('Business name', 'www.maple.example');
  await click('Save Business name');
  expect(noteOf('Business name')).toBe('A name may not contain line breaks, web or email addresses');
  expect(screen.sent('auth.updateProfile')).toEqual([]);
  await enter('Business name', ' Maple ');
  await click('Save Business name');
  expect(screen.sent('auth.updateProfile')).toEqual([{ id: 'u1', profile: { company_name: 'Maple' } }]);
  expect(noteOf('Business name')).toBe('Not this name');
  await enter('Number to call back', '123');
  await click('Save Number to call back');
  expect(noteOf('Number to call back')).toContain('This is not a US or Canadian phone number');
  await enter('Number to call back', ' (800) 555-0143 ');
  await click('Save Number to call back');
  expect(screen.sent('calling.updateProfile')).toEqual([{ callback_number: '(800) 555-0143' }]);
});

test.each([
  ['businessName', 'Save Business name', 'callbackNumber', 'Number to call back'],
  ['callbackNumber', 'Save Number to call back', 'businessName', 'Business name'],
] as const)(
  'once the %s is saved, the focus is on what is still asked for, then on the card',
  async (...names) => {
    const [first, save, second, label] = names;
    const start = initialState();
    const check = (change: Partial<Sender>) => {
      const state = { ...start, sender: { ...SENDER, ...change } };
      return <MessageCheck state={state} verdict={verdictOf(state)} dispatch={vi.fn()} onFix={vi.fn()} />;
    };
    const screen = await renderScreen(check({ [first]: '', [second]: '' }));
    button(save).focus();
    await screen.update(check({ [second]: '' }));
    expect(document.activeElement).toBe(field(label));
    await screen.update(check({}));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Message check');
  },
);

test('a field that goes away without the focus leaves it where it is', async () => {
  const lost = vi.fn();
  const fields = (change: Partial<Sender>) => (
    <SenderFields sender={{ ...SENDER, ...change }} onFocusLost={lost} />
  );
  const screen = await renderScreen(fields({ businessName: '' }));
  await screen.update(fields({}));
  expect(lost).not.toHaveBeenCalled();
});
