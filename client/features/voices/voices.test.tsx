// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { button, click, enter, field, hasButton, pressEscape, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import DeleteVoiceDialog from './delete-voice-dialog.tsx';
import MyVoicePage from './my-voice-page.tsx';
import { RetryVoice } from './retry-voice.tsx';
import VoiceDialog from './voice-dialog.tsx';
import { VoicePill, VoiceProblems } from './voice-status.tsx';

const VOICE: VoiceView = {
  vid: 'v1234567890',
  title: 'Ana',
  description: 'Calm',
  avatar: 1,
  status: 'ready',
  uploaded_on: '2026-11-20T09:30:00.000Z',
  status_message: '',
  warnings: [],
};
const voices = (answers: NonNullable<Answers['voices']>) => ({ answers: { voices: answers } });
const metadata = () => ({ voice_metadata: VOICE });
const alert = () => text(document.querySelector('form p[role=alert]') ?? undefined);

test.each<[Partial<VoiceView>, string]>([
  [{ status: 'ready' }, 'Active'],
  [{ status: 'processing' }, 'Processing This voice is being prepared. It takes a few seconds.'],
  [{ status: 'processing', status_message: 'It takes longer' }, 'Processing It takes longer'],
  [
    { status: 'failed', status_message: 'no speech', warnings: ['Too quiet'] },
    'Failed This voice cannot be used: no speech Too quiet',
  ],
])('a voice that is %j says so', async (change, said) => {
  const voice = { ...VOICE, ...change };
  await renderScreen(
    <>
      <VoicePill status={voice.status} />
      <VoiceProblems voice={voice} />
    </>,
  );
  expect(text()).toBe(said);
});

test.each([
  [4, 0, false],
  [3, 1, true],
])('with %i voices, %i more may be added: %s', async (count, remaining, canAdd) => {
  const list = Array.from({ length: count }, (_, at) => ({ ...VOICE, vid: `v${String(at)}` }));
  await renderScreen(<MyVoicePage />, voices({ list: () => ({ voices: list, remaining }) }));
  expect(text()).toContain(`${String(remaining)} of 4 uploads remaining`);
  expect(hasButton('Add New Voice Sample')).toBe(canAdd);
});

test('a library without voices offers the first, and a voice says what it is', async () => {
  const list = vi.fn(() => ({ voices: [] as VoiceView[], remaining: 4 }));
  await renderScreen(<MyVoicePage />, voices({ list }));
  expect(text()).toContain('No voice samples yet');
  await click('Add New Voice Sample');
  await until(() => expect(text()).toContain('Add a new voice'));
});

test.each([
  ['Edit', 'Edit Voice'],
  ['Delete', 'Delete Voice Sample?'],
])('%s opens its dialog', async (item, title) => {
  await renderScreen(
    <MyVoicePage />,
    voices({ list: () => ({ voices: [{ ...VOICE, description: '' }], remaining: 3 }), metadata }),
  );
  expect(text()).toContain('Ana Active');
  expect(text()).toContain('No description available Created: 11-20-2026 09:30 AM UTC Voice ID: v1234567');
  expect(hasButton('Retry Ana')).toBe(false);
  await click('More actions for Ana');
  await click(item);
  await until(() => expect(text()).toContain(title));
});

test('voices that cannot be loaded are asked for again', async () => {
  const list = vi.fn(() => Promise.reject<{ voices: VoiceView[]; remaining: number }>(noResponse()));
  await renderScreen(<MyVoicePage />, voices({ list }));
  list.mockResolvedValue({ voices: [VOICE], remaining: 3 });
  await click('Retry');
  expect(hasButton('Play Ana')).toBe(true);
});

test('the details of a voice are changed once, with what it had', async () => {
  const onClose = vi.fn();
  const answer = held<{ success: true; voice: VoiceView }>();
  const screen = await renderScreen(
    <VoiceDialog voice={VOICE} onClose={onClose} />,
    voices({ metadata, update: () => answer.promise, list: () => ({ voices: [VOICE], remaining: 3 }) }),
  );
  expect(hasButton('Record')).toBe(false);
  expect([field('Name').value, field('Description').value]).toEqual(['Ana', 'Calm']);
  expect(button('Avatar 2').getAttribute('aria-checked')).toBe('true');
  await enter('Name', 'Bo');
  await click('Avatar 3');
  await click('Save', 2);
  expect(screen.sent('voices.update')).toEqual([
    { id: 'v1234567890', title: 'Bo', description: 'Calm', avatar: 2 },
  ]);
  await turn(() => {
    answer.give({ success: true, voice: VOICE });
  });
  expect(text()).toContain('Voice metadata updated successfully!');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [refusal('This name is taken'), 'This name is taken'],
  [noResponse(), 'Save operation failed.'],
])('a voice that cannot be changed says why, and the dialog stays', async (error, said) => {
  const onClose = vi.fn();
  await renderScreen(
    <VoiceDialog voice={VOICE} onClose={onClose} />,
    voices({ metadata, update: () => Promise.reject(error) }),
  );
  await click('Save');
  expect(alert()).toBe(said);
  expect(onClose).not.toHaveBeenCalled();
});

test('a voice whose details cannot be loaded says so', async () => {
  await renderScreen(
    <VoiceDialog voice={VOICE} onClose={vi.fn()} />,
    voices({ metadata: () => Promise.reject(noResponse()) }),
  );
  expect(alert()).toBe('Failed to load existing voice data. This may be a new voice.');
});

test('a new voice needs a sound before anything is sent', async () => {
  await renderScreen(<VoiceDialog voice={undefined} onClose={vi.fn()} />);
  await enter('Name', 'Bo');
  await click('Save');
  expect(text()).toContain('Please upload or record a voice.');
});

/** Drops a file of sound, which the browser of the test cannot play. */
function dropSound(): Promise<void> {
  const frame = [0xff, 0xfb, 0x90, 0, ...new Array<number>(413).fill(0)];
  const files = [new File([new Uint8Array(Array.from({ length: 4 }, () => frame).flat())], 'ana.mp3')];
  const drop = Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { files } });
  return turn(() => {
    document.querySelector('label:has([type=file])')?.dispatchEvent(drop);
  });
}

test.each([
  ['is recorded', () => click('Record')],
  [
    'is chosen',
    async () => {
      await dropSound();
      await until(() => button('Remove'));
    },
  ],
])('a voice that %s is not thrown away without a question', async (_name, take) => {
  const getUserMedia = () => new Promise(() => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const onClose = vi.fn();
  await renderScreen(<VoiceDialog voice={undefined} onClose={onClose} />);
  await take();
  await pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  await click('Discard');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [undefined, 'Voice deleted successfully!', 1],
  [refusal('None', { status: 404 }), 'Voice not found. It may have already been deleted.', 0],
  [refusal('A campaign uses it', { status: 409 }), 'Failed to delete voice: A campaign uses it', 0],
  [noResponse(), 'Failed to delete voice: No response received from server', 0],
])('a deletion says what came of it, and stops the player once it is done', async (error, said, stops) => {
  const [onClose, onDeleted] = [vi.fn(), vi.fn()];
  const screen = await renderScreen(
    <DeleteVoiceDialog voice={VOICE} onClose={onClose} onDeleted={onDeleted} />,
    voices({
      remove: () => (error === undefined ? { success: true, message: '' } : Promise.reject(error)),
    }),
  );
  await click('Delete');
  expect(screen.sent('voices.remove')).toEqual([{ id: 'v1234567890' }]);
  expect(text()).toContain(said);
  expect(onDeleted).toHaveBeenCalledTimes(stops);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a voice that failed is prepared again, and a refusal is said', async () => {
  const screen = await renderScreen(
    <RetryVoice voice={{ ...VOICE, status: 'failed' }} />,
    voices({ retry: () => Promise.reject(refusal('Not yet')) }),
  );
  await click('Retry Ana');
  expect(screen.sent('voices.retry')).toEqual([{ id: 'v1234567890' }]);
  expect(text()).toContain('The voice could not be prepared again: Not yet');
});
