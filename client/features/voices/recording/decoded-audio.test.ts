import { afterEach, expect, test, vi } from 'vitest';
import { FakeWorker, fakeWorkers } from '#client/testing/fake-worker.ts';
import { monoSamples, peaksOf, warningsOf } from './decoded-audio.ts';
import { encodeMp3 } from './mp3-encoder.ts';
import { recordMicrophone } from './microphone.ts';
import { decodeFile, fileProblem, fileToUpload, recordingToMp3 } from './voice-sound.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Audio of ten samples a second. */
const audioOf = (...channels: number[][]) =>
  ({
    sampleRate: 10,
    length: channels[0]?.length ?? 0,
    numberOfChannels: channels.length,
    getChannelData: (channel: number) => Float32Array.from(channels[channel] ?? []),
  }) as unknown as AudioBuffer;
const values = (samples: Float32Array) => [...samples];

test('the samples of a part are those of its channels, mixed', () => {
  const audio = audioOf([1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 7, 8]);
  expect(values(monoSamples({ audio, start: 0, end: 9 }))).toEqual([2, 3, 4, 5, 6, 7]);
  expect(values(monoSamples({ audio, start: 0.19, end: 0.31 }))).toEqual([3, 4, 5]);
  expect(values(monoSamples({ audio: audioOf([1, 2, 3]), start: 0.2, end: 0.3 }))).toEqual([3]);
});

test('the peaks of parts are in percent of the loudest', () => {
  expect(peaksOf(audioOf([0.1, -0.2, 0.4, 0, -0.8, 0.3, 0, 0]), 4)).toEqual(
    [25, 50, 100, 0].map((p) => expect.closeTo(p, 4) as number),
  );
  expect(peaksOf(audioOf([0.001, 0]), 2)).toEqual([expect.closeTo(10, 4), 0]);
});

test('a part that is silent or too loud is a poor sample, wherever it is', async () => {
  const quiet = Array<number>(400).fill(0);
  const loud = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 1 : -1));
  const audio = audioOf([...quiet, ...loud]);
  const [first, second] = [
    await warningsOf({ audio, start: 0, end: 40 }),
    await warningsOf({ audio, start: 40, end: 99 }),
  ];
  expect(first).not.toEqual(second);
});

test('an MP3 is encoded by a worker, which is then ended', async () => {
  fakeWorkers();
  const request = { samples: Float32Array.of(0), sampleRate: 10 };
  const encoded = encodeMp3(request, 'voice.mp3');
  const worker = FakeWorker.latest;
  expect(worker.posted).toEqual([request]);
  worker.reply(Uint8Array.of(1, 2));
  const file = await encoded;
  expect([file.name, file.type, file.size]).toEqual(['voice.mp3', 'audio/mpeg', 2]);
  expect(worker.terminate).toHaveBeenCalledOnce();
  const failed = encodeMp3(request, 'voice.mp3');
  FakeWorker.latest.dispatchEvent(Object.assign(new Event('error'), { message: 'No memory' }));
  await expect(failed).rejects.toThrow('No memory');
  expect(FakeWorker.latest.terminate).toHaveBeenCalledOnce();
});

const decodes = (audio: AudioBuffer) => {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = () => Promise.resolve(audio);
    },
  );
};

test('a chosen file is uploaded as it is, its part and a recording encoded again', async () => {
  fakeWorkers();
  decodes(audioOf(Array<number>(400).fill(1)));
  const file = new File(['x'], 'mine.mp3');
  expect(await fileToUpload({ kind: 'file', file })).toBe(file);
  const part = fileToUpload({
    kind: 'file',
    file,
    part: { audio: audioOf([1, 2, 3]), start: 0.1, end: 0.2 },
  });
  FakeWorker.latest.reply(Uint8Array.of(1));
  expect((await part).name).toBe('mine.mp3');
  expect(FakeWorker.latest.posted).toEqual([{ samples: Float32Array.of(2), sampleRate: 10 }]);
  const before = FakeWorker.latest;
  const recorded = recordingToMp3(new Blob(['x']));
  await vi.waitFor(() => expect(FakeWorker.latest).not.toBe(before));
  FakeWorker.latest.reply(Uint8Array.of(1));
  expect((await recorded).name).toBe('recording.mp3');
  // Thirty seconds at the most.
  expect((FakeWorker.latest.posted[0] as { samples: Float32Array }).samples).toHaveLength(300);
});

/** Frames of MPEG 1 layer III, 128 kbit/s at 44.1 kHz: 26 ms each. */
function frames(count: number): File {
  const one = new Uint8Array(417);
  one.set([0xff, 0xfb, 0x90, 0x00]);
  return new File(Array<Uint8Array<ArrayBuffer>>(count).fill(one), 'a.mp3');
}

test('a file of three minutes at the most is decoded', async () => {
  const audio = audioOf([1]);
  decodes(audio);
  expect(await decodeFile(frames(Math.floor((180 * 44_100) / 1_152)))).toBe(audio);
  expect(await decodeFile(frames(Math.ceil((180 * 44_100) / 1_152)))).toBeUndefined();
});

test('a file that cannot be used says why', async () => {
  expect(await fileProblem(frames(400))).toBeUndefined();
  expect(await fileProblem(new File([], 'a.mp3'))).toBeDefined();
  expect(await fileProblem(new File(['text'], 'a.mp3'))).toBeDefined();
  const gone = frames(400);
  gone.arrayBuffer = () => Promise.reject(new Error('moved'));
  expect(await fileProblem(gone)).toBe('The file cannot be read. It may have been moved or changed.');
});

/** The microphone, recorder and meter of a browser. */
function fakeMicrophone(samples: number[] | null) {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const closed = vi.fn();
  const started = vi.fn();
  const asked = vi.fn(() => Promise.resolve({ getTracks: () => [track] }));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: asked } });
  class Recorder extends EventTarget {
    state = 'inactive';
    mimeType = 'audio/webm';
    start() {
      started();
      this.state = 'recording';
    }
    stop() {
      this.state = 'inactive';
      for (const data of [new Blob(['ab']), new Blob(['c'])])
        this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
      this.dispatchEvent(new Event('stop'));
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running';
      close = () => {
        this.state = 'closed';
        closed();
        return Promise.resolve();
      };
      createAnalyser = () => ({
        fftSize: 4,
        getFloatTimeDomainData: (into: Float32Array) => {
          into.set(samples ?? []);
        },
      });
      createMediaStreamSource = () => {
        if (samples === null) throw new Error('The sample rate is hidden');
        return { connect: vi.fn() };
      };
    },
  );
  return { track, closed, started, asked };
}

test('the microphone is recorded until it is stopped, and tells what happens to it', async () => {
  const { track, closed, started, asked } = fakeMicrophone([0.2, -0.2, 0.2, -0.2]);
  const heard = { onGone: vi.fn(), onMuted: vi.fn() };
  const recording = await recordMicrophone(heard);
  expect([asked.mock.calls, started.mock.calls.length]).toEqual([[[{ audio: { channelCount: 1 } }]], 1]);
  expect(recording.level?.()).toBeCloseTo(0.5, 5);
  for (const event of ['mute', 'unmute', 'ended']) track.dispatchEvent(new Event(event));
  expect([heard.onMuted.mock.calls, heard.onGone.mock.calls.length]).toEqual([[[true], [false]], 1]);
  const blob = await recording.stop();
  expect([blob.size, blob.type]).toEqual([3, 'audio/webm']);
  expect([track.stop.mock.calls.length, closed.mock.calls.length]).toEqual([1, 1]);
  recording.cancel();
  expect(closed).toHaveBeenCalledOnce();
});

test('the level is at most 1, and not measured where the browser hides the sample rate', async () => {
  fakeMicrophone([1, -1, 1, -1]);
  const heard = { onGone: vi.fn(), onMuted: vi.fn() };
  expect((await recordMicrophone(heard)).level?.()).toBe(1);
  const { closed } = fakeMicrophone(null);
  expect([(await recordMicrophone(heard)).level, closed.mock.calls.length]).toEqual([null, 1]);
});

test('a microphone that cannot be recorded is let go', async () => {
  const { track } = fakeMicrophone([0]);
  vi.stubGlobal('MediaRecorder', undefined);
  await expect(recordMicrophone({ onGone: vi.fn(), onMuted: vi.fn() })).rejects.toThrow();
  expect(track.stop).toHaveBeenCalledOnce();
});
