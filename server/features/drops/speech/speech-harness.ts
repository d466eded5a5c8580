import { expect } from 'vitest';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import type { Drop, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode, NodeOptions } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { SpeechDocument } from './speech-model.ts';

const PATIENT = { timeout: 28_000, interval: 50 };
/** A message with a placeholder, and its text for a contact. */
export const PERSONAL = 'Hello {first_name}, this is Hark.';
export const greeting = ({ first_name }: ContactInput) => `Hello ${first_name}, this is Hark.`;
/** A message without placeholders. */
export const PLAIN = 'Hello, this is Hark.';

/** Contacts with `names` different first names. */
export function contactsNamed(count: number, names: number): ContactInput[] {
  return deliverableContacts(count).map((contact, index) => ({
    ...contact,
    first_name: `Name${String(index % names)}`,
  }));
}

/** Spoken texts, media ids begun, uploaded and deleted, and placed drops. */
interface Recorded {
  spoken: string[];
  begun: string[];
  added: string[];
  deleted: string[];
  placed: Drop[];
}

/** A node that records its speech and drops. */
export interface RecordingNode extends CampaignNode, Recorded {
  synthesizer: SpeechSynthesizer;
}

function recordingSpeech(speech: SpeechSynthesizer, { spoken }: Recorded): SpeechSynthesizer {
  return {
    ...speech,
    speak(voice, text) {
      spoken.push(text);
      return speech.speak(voice, text);
    },
  };
}

function recordingCarrier(
  carrier: VoicemailCarrier,
  { begun, added, deleted, placed }: Recorded,
): VoicemailCarrier {
  return {
    ...carrier,
    async addMedia(media) {
      const onCreated = async (id: string) => {
        begun.push(id);
        await media.onCreated?.(id);
      };
      const id = await carrier.addMedia({ ...media, onCreated });
      added.push(id);
      return id;
    },
    async deleteMedia(id) {
      await carrier.deleteMedia(id);
      deleted.push(id);
    },
    place(drop) {
      placed.push(drop);
      return carrier.place(drop);
    },
  };
}

/** A promise that is resolved manually. */
export function manualGate(): { open: () => void; opened: Promise<void> } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Selects the texts that a campaign uses. */
export const usedBy = (id: string) => new RegExp(`^${id}:`);

/** A test system that records speech. */
export async function startSpeechTestSystem() {
  const system = await startTestSystem();
  const web = await system.startNode();
  const count = (collection: string, filter: Record<string, unknown>) =>
    web.connection.collection(collection).countDocuments(filter);

  async function recordingNode(options: NodeOptions = {}): Promise<RecordingNode> {
    const recorded: Recorded = { spoken: [], begun: [], added: [], deleted: [], placed: [] };
    const local = createLocalSpeech();
    const synthesizer = recordingSpeech(options.speech?.(local) ?? local, recorded);
    const node = await system.startNode({
      ...options,
      speech: () => synthesizer,
      carrier: (real) => recordingCarrier(options.carrier?.(real) ?? real, recorded),
    });
    return { ...node, ...recorded, synthesizer };
  }

  return {
    web,
    recordingNode,
    count,
    /** Returns the speech records of a campaign. */
    speechesOf: (id: string) =>
      web.connection
        .collection<SpeechDocument>('speeches')
        .find({ campaigns: usedBy(id) })
        .toArray(),
    pendingOf: (id: string) => count('contacts', { campaignId: id, status: 'pending' }),
    /** Creates a campaign that is Sending. Returns its id. */
    async sending(user: SignedInUser, message: string, contacts: ContactInput[]): Promise<string> {
      const { campaign } = await web.as(user).create({ ...draftOf(user, contacts), message });
      await web.as(user).execute({ id: campaign.id });
      return campaign.id;
    },
    /** Settles until the campaign is a success. */
    async finished(node: CampaignNode, user: SignedInUser, id: string): Promise<void> {
      await expect
        .poll(async () => {
          await node.drops.handlers.settleCampaign(id);
          return (await web.as(user).status({ id })).status;
        }, PATIENT)
        .toBe('Success');
    },
    /** Expects that each contact received its text once. */
    async expectDelivered(id: string, contacts: ContactInput[], textOf: (contact: ContactInput) => string) {
      const calls = await system.calls(id);
      expect(calls.size).toBe(contacts.length);
      for (const contact of contacts)
        expect(calls.get(contact.recommended_phone)).toMatchObject({ text: textOf(contact), deliveries: 1 });
    },
    calls: system.calls,
    report: system.report,
    stop: () => system.stop(),
  };
}

export type SpeechTestSystem = Awaited<ReturnType<typeof startSpeechTestSystem>>;
