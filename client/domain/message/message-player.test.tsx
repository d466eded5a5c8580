// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { PreviewView } from '#shared/schemas/previews.ts';
import { held, noResponse, refusal } from '#client/testing/fake-server.ts';
import { button, click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import { MessagePlayer } from './message-player.tsx';

const READY: PreviewView = {
  id: 'p1',
  status: 'ready',
  url: 'blob:message',
  expires_in: 60,
  seconds: 12.4,
  waveform: [20, 100, 60],
  too_long: false,
  reason: null,
};
const icon = (name: string) => button(name).querySelector('svg')?.getAttribute('class') ?? '';

beforeEach(() => {
  // happy-dom plays no sound.
  let isPaused = true;
  const change = (of: HTMLMediaElement, paused: boolean) => {
    isPaused = paused;
    of.dispatchEvent(new Event(paused ? 'pause' : 'play'));
  };
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(() => isPaused);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    change(this, true);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    change(this, false);
    return Promise.resolve();
  });
  return () => {
    vi.restoreAllMocks();
  };
});

test('a message is spoken when it is first played, and then paused and played without being spoken again', async () => {
  const made = held<PreviewView>();
  const begin = vi.fn(() => made.promise);
  await renderScreen(<MessagePlayer voice="Ana" begin={begin} />);
  expect(text()).toBe('Ana Hear this message in this voice');
  expect(icon('Hear this message')).toContain('lucide-play');
  await click('Hear this message');
  expect(text()).toContain('The message is being spoken.');
  expect(isDisabled('Hear this message')).toBe(true);
  await turn(() => {
    made.give(READY);
  });
  expect(text()).toContain('Ana · 12 seconds');
  expect(text()).toContain('The message takes 12 seconds.');
  expect(text()).not.toContain('Many carriers');
  expect(icon('Pause the message')).toContain('lucide-pause');
  await click('Pause the message');
  await click('Hear this message');
  expect(hasButton('Pause the message')).toBe(true);
  expect(begin).toHaveBeenCalledOnce();
});

test('a message that carriers may cut off says so', async () => {
  const begin = () => Promise.resolve({ ...READY, seconds: 75, too_long: true });
  await renderScreen(<MessagePlayer voice="Ana" begin={begin} />);
  await click('Hear this message');
  expect(text()).toContain('This message takes 75 seconds');
  expect(text()).toContain('Many carriers cut a voicemail off after 60 seconds.');
});

test('a message that is still being made is asked for by its id', async () => {
  const begin = () => Promise.resolve<PreviewView>({ ...READY, status: 'making', url: null });
  const get = () => ({ success: true, preview: READY }) as const;
  const screen = await renderScreen(<MessagePlayer voice="Ana" begin={begin} />, {
    answers: { previews: { get } },
  });
  await click('Hear this message');
  await until(() => expect(text()).toContain('12 seconds'));
  expect(screen.sent('previews.get')).toEqual([{ id: 'p1' }]);
});

test.each<[() => Promise<PreviewView>, string]>([
  [() => Promise.reject(noResponse()), 'The message could not be spoken. Please try again.'],
  [() => Promise.reject(refusal('The voice is gone')), 'The voice is gone'],
  [
    () =>
      Promise.resolve({ ...READY, status: 'failed', url: null, expires_in: null, reason: 'No such voice' }),
    'No such voice',
  ],
])('a message that cannot be spoken says why, and is tried again', async (failed, said) => {
  const begin = vi.fn(failed);
  await renderScreen(<MessagePlayer voice="Ana" begin={begin} />);
  await click('Hear this message');
  expect(text()).toContain(`Ana Not spoken ${said}`);
  begin.mockResolvedValue(READY);
  await click('Try again');
  expect(text()).not.toContain(said);
  expect(text()).toContain('12 seconds');
});

test('a message that cannot be spoken yet has no use for its button', async () => {
  const begin = vi.fn(() => Promise.resolve(READY));
  await renderScreen(<MessagePlayer voice="Ana" disabled begin={begin} />);
  expect(isDisabled('Hear this message')).toBe(true);
  await click('Hear this message');
  expect(begin).not.toHaveBeenCalled();
});
