import { expect, vi } from 'vitest';
import type { PreviewView } from '#shared/schemas/previews.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { contactEnding } from '#server/testing/system/campaign-drafts.ts';
import type { TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode, NodeOptions } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

/** The contact for whom messages are spoken, and a message to him. */
export const BEN = { ...contactEnding('1000'), first_name: 'ben' };
export const MESSAGE = 'Hello {first_name}, this is Hark.';
export const SPOKEN = 'Hello Ben, this is Hark.';

/** A process that notes the texts it has spoken; `speak` replaces what its speech provider does. */
export async function speakingNode(
  system: TestSystem,
  { speak, ...options }: NodeOptions & { speak?: SpeechSynthesizer['speak'] } = {},
) {
  const spoken: string[] = [];
  const node = await system.startNode({
    ...options,
    speech: (local) => ({
      ...local,
      speak(voice, text) {
        spoken.push(text);
        return (speak ?? local.speak)(voice, text);
      },
    }),
  });
  return { ...node, spoken };
}

/** Begins a preview in the voice of a user. */
export const begin = (node: CampaignNode, user: SignedInUser, message = MESSAGE, contact = BEN) =>
  node.previewsOf(user).begin({ voice_id: `voice-of-${user.uid}`, message, contact });

/** Waits until a preview is no longer being made. */
export const made = (node: CampaignNode, user: SignedInUser, id: string): Promise<PreviewView> =>
  vi.waitFor(
    async () => {
      const { preview } = await node.previewsOf(user).get({ id });
      expect(preview.status).not.toBe('making');
      return preview;
    },
    { timeout: 10_000, interval: 20 },
  );
