import type { CampaignsFeature } from '#server/features/campaigns/campaigns-feature.ts';
import type { DropsFeature } from '#server/features/drops/drops-feature.ts';
import type { ErasePreviews, FindPreviewRecording } from '#server/features/voices/previews/api.ts';
import type { PreviewOptions } from '#server/features/voices/previews/preview-deps.ts';
import { createPreviewsFeature } from '#server/features/voices/previews/previews-feature.ts';
import type { Voices } from '#server/features/voices/api.ts';
import type { Connection } from 'mongoose';
import type { Providers } from './providers/providers.ts';

/** The features that previews use. */
interface UsedFeatures {
  campaignVoices: Voices;
  campaigns: Pick<CampaignsFeature, 'messages' | 'assertSubscribed'>;
  drops: Pick<DropsFeature, 'spokenTexts'>;
}

/** Creates the previews of messages, over the voices, campaigns and recordings of others. */
export function composePreviews(
  features: UsedFeatures,
  {
    provider,
    ...shared
  }: Pick<PreviewOptions, 'clock' | 'log'> & {
    connection: Connection;
    provider: <Name extends 'objects' | 'speech'>(name: Name) => Providers[Name];
  },
) {
  return createPreviewsFeature({
    ...shared,
    objects: provider('objects').store,
    speech: provider('speech'),
    // Later, as voices and the drop engine need previews.
    voices: {
      ownership: (uid, vid) => features.campaignVoices.ownership(uid, vid),
      find: (uid, vid) => features.campaignVoices.find(uid, vid),
    },
    messages: {
      assertOwn: (uid, campaign) => features.campaigns.messages.assertOwn(uid, campaign),
      find: (uid, wanted) => features.campaigns.messages.find(uid, wanted),
    },
    spoken: {
      has: (voice, text) => features.drops.spokenTexts.has(voice, text),
      read: (voice, text) => features.drops.spokenTexts.read(voice, text),
    },
    assertSubscribed: (uid) => features.campaigns.assertSubscribed(uid),
  });
}

/** Returns what the drop engine uses of previews; only once it is called, as previews need the engine's recordings. */
export function previewsForDrops(features: {
  previews: { findRecording: FindPreviewRecording; erase: ErasePreviews };
}): { findPreview: FindPreviewRecording; erasePreviews: ErasePreviews } {
  return {
    findPreview: (providerVoiceId, text) => features.previews.findRecording(providerVoiceId, text),
    erasePreviews: (userId, voiceId) => features.previews.erase(userId, voiceId),
  };
}
