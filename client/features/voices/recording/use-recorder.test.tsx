// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { held } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import type { MicrophoneListeners, MicrophoneRecording } from './microphone.ts';
import { MICROPHONE_GONE, MICROPHONE_MUTED } from './microphone-problem.ts';
import { useRecorder } from './use-recorder.ts';

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('./microphone.ts');
  vi.doUnmock('./voice-sound.ts');
  vi.resetModules();
});
const device = vi.hoisted(() => ({
  record: vi.fn<(listeners: MicrophoneListeners) => Promise<MicrophoneRecording>>(),
  toMp3: vi.fn<(recording: Blob) => Promise<File>>(),
}));
vi.mock('./microphone.ts', () => ({ recordMicrophone: device.record }));
vi.mock('./voice-sound.ts', () => ({ recordingToMp3: device.toMp3 }));

const MP3 = new File(['mp3'], 'recording.mp3');
const level = () => 0.5;
const recording = { level, stop: vi.fn(() => Promise.resolve(new Blob(['x']))), cancel: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  recording.stop.mockClear();
  recording.cancel.mockClear();
  device.record.mockReset().mockResolvedValue(recording);
  device.toMp3.mockReset().mockResolvedValue(MP3);
});
afterEach(() => {
  vi.useRealTimers();
});

async function render() {
  const onRecorded = vi.fn();
  const hook = await renderHook(useRecorder, onRecorded);
  const start = () => turn(() => void hook.result().start());
  const pass = (ms: number) =>
    turn(() => {
      vi.advanceTimersByTime(ms);
    });
  const stop = () =>
    turn(() => {
      hook.result().stop();
    });
  const listeners = () => device.record.mock.calls.at(-1)?.[0] ?? expect.fail();
  return { ...hook, onRecorded, start, stop, pass, listeners };
}

test('a recording counts its seconds and is given as MP3 once it is stopped', async () => {
  const { result, start, stop, pass, onRecorded } = await render();
  expect(result()).toMatchObject({ phase: 'idle', seconds: 0, problem: undefined, level: null });
  await stop();
  expect(recording.stop).not.toHaveBeenCalled();
  await start();
  expect(result()).toMatchObject({ phase: 'recording', level });
  await pass(2_500);
  expect(result().seconds).toBeCloseTo(2.5, 1);
  await stop();
  expect(result()).toMatchObject({ phase: 'idle', problem: undefined });
  expect(result().seconds).toBeCloseTo(2.5, 1);
  expect([onRecorded.mock.calls, recording.stop.mock.calls.length]).toEqual([[[MP3]], 1]);
  await pass(1_000);
  expect(result().seconds).toBeCloseTo(2.5, 1);
  await turn(() => {
    result().reset();
  });
  expect(result().seconds).toBe(0);
});

test('it ends by itself after thirty seconds', async () => {
  const { result, start, pass, onRecorded } = await render();
  await start();
  await pass(29_900);
  expect(result().phase).toBe('recording');
  await pass(200);
  expect([result().phase, result().seconds, onRecorded.mock.calls.length]).toEqual(['idle', 30, 1]);
});

test('a microphone that is muted or gone is said, and what was recorded is kept', async () => {
  const { result, start, stop, listeners, onRecorded } = await render();
  await start();
  await turn(() => {
    listeners().onMuted(true);
  });
  expect(result().problem).toEqual(MICROPHONE_MUTED);
  await turn(() => {
    listeners().onMuted(false);
  });
  expect(result().problem).toBeUndefined();
  await turn(() => {
    listeners().onMuted(true);
  });
  await stop();
  expect(result().problem).toBeUndefined();
  await start();
  await turn(() => {
    listeners().onGone();
  });
  expect([result().problem, result().phase, onRecorded.mock.calls.length]).toEqual([
    MICROPHONE_GONE,
    'idle',
    2,
  ]);
  await start();
  expect(result().problem).toBeUndefined();
});

test('what cannot be recorded or encoded is said', async () => {
  const { result, start, stop, onRecorded } = await render();
  device.record.mockRejectedValueOnce(new Error('x'));
  await start();
  expect([result().phase, result().problem?.text]).toEqual(['idle', 'Error accessing microphone.']);
  await turn(() => {
    result().reset();
  });
  expect(result().problem).toBeUndefined();
  device.toMp3.mockRejectedValueOnce(new Error('x'));
  await start();
  await stop();
  expect(result().problem).toEqual({ text: 'The recording could not be processed. Please try again.' });
  expect([result().phase, onRecorded.mock.calls.length]).toEqual(['idle', 0]);
});

function Page({ isShown, onRecorded }: { isShown: boolean; onRecorded: () => void }) {
  return isShown ? <Shown onRecorded={onRecorded} /> : null;
}
function Shown({ onRecorded }: { onRecorded: () => void }) {
  const { start } = useRecorder(onRecorded);
  return (
    <button type="button" onClick={() => void start()}>
      Record
    </button>
  );
}

test('a page that is left lets go of the microphone, also of one that comes late', async () => {
  const { renderScreen } = await import('#client/testing/screen.tsx');
  const onRecorded = vi.fn();
  const press = () => turn(() => document.querySelector('button')?.click());
  const first = await renderScreen(<Page isShown onRecorded={onRecorded} />);
  await press();
  await first.update(<Page isShown={false} onRecorded={onRecorded} />);
  expect(recording.cancel).toHaveBeenCalledOnce();
  const late = held<MicrophoneRecording>();
  device.record.mockReturnValueOnce(late.promise);
  await first.update(<Page isShown onRecorded={onRecorded} />);
  await press();
  await first.update(<Page isShown={false} onRecorded={onRecorded} />);
  await turn(() => {
    late.give(recording);
  });
  expect([recording.cancel.mock.calls.length, onRecorded.mock.calls]).toEqual([2, []]);
});
