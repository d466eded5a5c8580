import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { speechId, speechKey } from './speech-model.ts';

/** The recordings that campaigns have made of their texts, and that are still kept. */
export interface SpokenTexts {
  has(providerVoiceId: string, text: string): Promise<boolean>;
  read(providerVoiceId: string, text: string): Promise<Buffer | undefined>;
}

/** Returns the recordings of the carrier account that calls are placed with. */
export function createSpokenTexts({
  carrier: { account },
  objects,
}: {
  carrier: Pick<VoicemailCarrier, 'account'>;
  objects: Pick<ObjectStore, 'stat' | 'read'>;
}): SpokenTexts {
  const keyOf = (providerVoiceId: string, text: string) =>
    speechKey(speechId({ account, providerVoiceId, text }));
  return {
    has: async (providerVoiceId, text) => (await objects.stat(keyOf(providerVoiceId, text))) !== undefined,
    read: (providerVoiceId, text) => objects.read(keyOf(providerVoiceId, text)),
  };
}
