// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { MailChoices } from '#shared/schemas/account/mail-choices.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { OptionalMailsCard } from './optional-mails-card.tsx';

const LABELS = ['A campaign has finished', 'A campaign was paused', 'Your card is about to expire'];
const switches = () => [...document.querySelectorAll<HTMLInputElement>('input[role=switch]')];
const shown = () => switches().map(({ checked }) => checked);
const toggle = (at: number) =>
  turn(() => {
    switches()[at]?.click();
  });

test('what is turned off is shown so, after a load that failed too', async () => {
  const mailChoices = vi.fn(() => Promise.reject<MailChoices>(noResponse()));
  await renderScreen(<OptionalMailsCard />, { answers: { auth: { mailChoices } } });
  mailChoices.mockResolvedValue({ off: ['campaign_paused'] });
  await click('Retry');
  for (const label of LABELS) expect(text()).toContain(label);
  expect(shown()).toEqual([true, false, true]);
});

test('a choice is sent and shown, and taken back if it cannot be saved', async () => {
  const setMailChoice = vi.fn((): MailChoices | Promise<MailChoices> => ({ off: ['card_expiring'] }));
  const screen = await renderScreen(<OptionalMailsCard />, {
    answers: { auth: { mailChoices: () => ({ off: [] }), setMailChoice } },
  });
  await toggle(2);
  expect(shown()).toEqual([true, true, false]);
  setMailChoice.mockImplementation(() => Promise.reject(refusal('Not now')));
  await toggle(0);
  expect(shown()).toEqual([true, true, false]);
  expect(text()).toContain('Not now');
  expect(screen.sent('auth.setMailChoice')).toEqual([
    { mail: 'card_expiring', on: false },
    { mail: 'campaign_finished', on: false },
  ]);
});
