import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { KNOWN, type At, type Factories } from './known-ids.ts';

/** Returns the documents of voices and previews, by collection. */
export function voiceFactories(at: At): Factories {
  return {
    voices: (i) => ({
      ...(i % 50 === 0 && { uploadKey: `upload/${String(i)}` }),
      _id: `v-${String(i)}`,
      userId: `u-${String(Math.floor(i / 4))}`,
      slot: i % 4,
      state: i < KNOWN ? (['active', 'pending', 'deleting', 'deleted'] as const)[i % 4] : 'active',
      title: `Voice ${String(i)}`,
      avatar: 0,
      objectKey: `voice/${String(i)}`,
      ...(i % 20 === 0
        ? { clone: { count: 1, ...(i % 40 === 0 ? { dueAt: at(i) } : { failure: 'Refused' }) } }
        : { providerVoiceId: `provider-${String(i)}` }),
      createdAt: at(-DAY_MS),
      uploadUntil: at(-HOUR_MS + i),
    }),
    previews: (i) => ({
      _id: `preview-${String(i)}`,
      userId: `u-${String(Math.floor(i / 4))}`,
      voiceId: `v-${String(Math.floor(i / 4))}`,
      state: (['ready', 'making', 'failed', 'erased'] as const)[i % 4],
      attempts: 1,
      ...(i % 4 === 0 && { spoken: `spoken-${String(i)}`, seconds: 3, waveform: [40, 100] }),
      ...(i % 8 === 1 && { holder: 'holder' }),
      dueAt: i < 20 ? at(-HOUR_MS - i) : at(HOUR_MS + i),
    }),
    preview_counts: (i) => ({ key: `preview:u-${String(i)}`, points: 1, expire: at(HOUR_MS) }),
  };
}
