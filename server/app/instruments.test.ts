import { expect, it } from 'vitest';
import { NO_INSTRUMENTS } from '#server/platform/lib/observability/instruments.ts';
import { NO_METRICS, type Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { Providers } from './providers/providers.ts';
import { measureProviders } from './instruments.ts';

it('a clone that waits until our account has verified it counts against our account, new or found again', async () => {
  const seen: string[] = [];
  const metrics: Metrics = {
    ...NO_METRICS,
    observe: (_name, labels) => void seen.push(Object.values(labels).join(' ')),
  };
  const [waiting, ready] = [
    { id: 'a', isReady: false },
    { id: 'b', isReady: true },
  ];
  const answers = [waiting, ready];
  const found = [[waiting], [ready], []];
  const speech = {
    cloneVoice: () => Promise.resolve(answers.shift()),
    findVoices: () => Promise.resolve(found.shift()),
    speak: () => Promise.resolve(Buffer.from('MP3')),
  };
  const others = { carrier: {}, payments: {}, mailer: {}, objects: { store: {} } };
  const providers = { ...others, speech } as unknown as Providers;
  const measured = measureProviders(providers, { ...NO_INSTRUMENTS, active: true, metrics }).speech;
  for (let asked = 0; asked < 2; asked += 1) await measured.cloneVoice('Ana', Buffer.from('recording'));
  for (let asked = 0; asked < 3; asked += 1) await measured.findVoices('tag');
  await measured.speak('b', 'Hello');
  expect(seen).toEqual([
    'speech cloneVoice account',
    'speech cloneVoice ok',
    'speech findVoices account',
    'speech findVoices ok',
    'speech findVoices ok',
    'speech speak ok',
  ]);
});
