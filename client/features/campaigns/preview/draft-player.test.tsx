// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { contactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { DraftPlayer } from './draft-player.tsx';

const ANA = contactInput.parse({ first_name: 'Ana', last_name: 'Lee', custom: { plan: 'Gold', pet: 'Cat' } });
const open = (voiceId: string, message: string, contact: Contact | null) =>
  renderScreen(
    <DraftPlayer
      voiceId={voiceId}
      message={message}
      contact={contact}
      isLengthAccepted={false}
      onHeard={() => undefined}
    />,
    {
      answers: {
        voices: { list: () => ({ voices: [{ vid: 'v1', title: 'Mine' } as VoiceView], remaining: 3 }) },
        previews: { begin: () => Promise.reject(refusal('Not now')) },
      },
    },
  );

test('the message is spoken in the chosen voice with what it needs of the contact', async () => {
  const screen = await open('v1', 'Hi {first_name}, {plan}', ANA);
  expect(text()).toContain('Mine');
  await click('Hear this message');
  const [sent] = screen.sent('previews.begin') as { contact: { first_name: string; custom: unknown } }[];
  expect(sent).toMatchObject({ voice_id: 'v1', message: 'Hi {first_name}, {plan}' });
  expect(sent?.contact).toMatchObject({ first_name: 'Ana', custom: { plan: 'Gold' } });
});

test.each<[string, Contact | null]>([
  ['Hi', null],
  [' ', ANA],
])('a message of %j cannot be heard for %j', async (message, contact) => {
  await open('v1', message, contact);
  expect(isDisabled('Hear this message')).toBe(true);
});

test('a voice that was deleted speaks nothing', async () => {
  await open('v2', 'Hi', ANA);
  expect(hasButton('Hear this message')).toBe(false);
});
