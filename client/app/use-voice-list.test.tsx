// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { useVoiceList } from './use-voice-list.ts';

function Voices() {
  return useVoiceList().data?.voices.length;
}

const voices = (...statuses: VoiceView['status'][]) => ({
  voices: statuses.map((status) => ({ status }) as VoiceView),
  remaining: 1,
});

test.each([
  [['ready', 'failed'] as const, 1],
  [['ready', 'processing'] as const, 3],
])('voices of which one is %j are asked for until none is prepared', async (statuses, asked) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const list = vi
    .fn(() => voices('ready', 'ready'))
    .mockReturnValueOnce(voices(...statuses))
    .mockReturnValueOnce(voices(...statuses));
  const screen = await renderScreen(<Voices />, { answers: { voices: { list } } });
  for (let round = 0; round < 4; round += 1)
    await turn(() => {
      vi.advanceTimersByTime(2_000);
    });
  expect(screen.sent('voices.list')).toHaveLength(asked);
});
