// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeAudio, fakeAudio } from '#client/testing/fake-audio.ts';
import { held } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { useVoicePlayer } from './use-voice-player.ts';

type Link = { stream_url: string; expires_in: number };
let links: (id: string) => Link | Promise<Link>;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  asked = [];
  links = (id) => ({ stream_url: `https://a.test/${id}/${String(asked.length)}`, expires_in: 60 });
});
afterEach(() => {
  vi.useRealTimers();
});

async function render() {
  fakeAudio();
  const stream = ({ id }: { id: string }) => {
    asked.push(id);
    return links(id);
  };
  const hook = await renderHook(useVoicePlayer, undefined as never, {
    answers: { voices: { stream: stream as never } },
  });
  const audio = FakeAudio.latest;
  const toggle = (vid: string) => turn(() => void hook.result().toggle(vid));
  const said = () => {
    const { current, playing, loading } = hook.result();
    return [current, playing, loading];
  };
  return { ...hook, audio, toggle, said };
}

test('a voice plays, pauses and goes on by the same link', async () => {
  const { audio, toggle, said } = await render();
  expect(said()).toEqual([null, false, false]);
  await toggle('v1');
  expect([said(), audio.src]).toEqual([['v1', true, false], 'https://a.test/v1/1']);
  await toggle('v1');
  expect([said(), audio.paused]).toEqual([['v1', false, false], true]);
  audio.currentTime = 3;
  await toggle('v1');
  expect([said(), audio.currentTime, asked]).toEqual([['v1', true, false], 3, ['v1']]);
});

test('another voice replaces it, and a stop ends it', async () => {
  const { audio, toggle, said, result } = await render();
  await toggle('v1');
  await toggle('v2');
  expect([said(), audio.src]).toEqual([['v2', true, false], 'https://a.test/v2/2']);
  await turn(() => {
    result().stop();
  });
  expect([said(), audio.paused]).toEqual([[null, false, false], true]);
});

test('an expired link is asked for again', async () => {
  const { toggle } = await render();
  await toggle('v1');
  await toggle('v1');
  vi.setSystemTime(Date.now() + 59_000);
  await toggle('v1');
  expect(asked).toEqual(['v1']);
  await toggle('v1');
  vi.setSystemTime(Date.now() + 1_000);
  await toggle('v1');
  expect(asked).toEqual(['v1', 'v1']);
});

test('an answer for a voice that is not wanted any more plays nothing', async () => {
  const late = held<Link>();
  const { audio, toggle, said, result } = await render();
  links = () => late.promise;
  await toggle('v1');
  expect(said()).toEqual(['v1', false, true]);
  await turn(() => {
    result().stop();
  });
  await turn(() => {
    late.give({ stream_url: 'https://a.test/late', expires_in: 60 });
  });
  expect([said(), audio.src, audio.paused]).toEqual([[null, false, false], '', true]);
});

test('without a link nothing plays', async () => {
  const { toggle, said } = await render();
  links = () => Promise.reject(new Error('gone'));
  await toggle('v1');
  expect(said()).toEqual(['v1', false, false]);
});

test('a link that fails is replaced once at each position, where the playback goes on', async () => {
  const { audio, toggle, said } = await render();
  await toggle('v1');
  const failAt = (seconds: number) =>
    turn(() => {
      audio.currentTime = seconds;
      audio.fail();
      audio.error = null;
    });
  await failAt(3);
  expect([asked, audio.src, audio.currentTime]).toEqual([['v1', 'v1'], 'https://a.test/v1/2', 3]);
  expect(said()).toEqual(['v1', true, false]);
  await failAt(5);
  expect(asked).toHaveLength(3);
  await failAt(5);
  expect([asked.length, said(), audio.paused]).toEqual([3, ['v1', false, false], true]);
  // The link that failed last is not used again.
  await toggle('v1');
  expect([asked.length, said()]).toEqual([4, ['v1', true, false]]);
  await failAt(5);
  expect(asked).toHaveLength(5);
});

test('a paused voice whose link failed stays paused, and nothing happens where none is wanted', async () => {
  const { audio, toggle, said } = await render();
  await turn(() => {
    audio.fail();
    audio.error = null;
  });
  expect(asked).toEqual([]);
  await toggle('v1');
  await toggle('v1');
  await turn(() => {
    audio.fail();
    audio.error = null;
  });
  expect([asked.length, said(), audio.paused]).toEqual([2, ['v1', false, false], true]);
});
