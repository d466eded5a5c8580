import { expect } from 'vitest';
import type { ContactInput } from '#shared/schemas/campaigns.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import type { Drop, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type CampaignNode, type NodeOptions } from '#server/testing/system/test-system.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { SpeechDocument } from './speech-model.ts';

const PATIENT = { timeout: 28_000, interval: 50 };
/** A message, and what a contact hears of it. */
export const PERSONAL = 'Hello {first_name}, this is Hark.';
export const greeting = ({ first_name }: ContactInput) => `Hello ${first_name}, this is Hark.`;
/** What everybody hears alike. */
export const PLAIN = 'Hello, this is Hark.';

/** Contacts with `names` different first names. */
export function contactsNamed(count: number, names: number): ContactInput[] {
  return deliverableContacts(count).map((contact, index) => ({
    ...contact,
    first_name: `Name${String(index % names)}`,
  }));
}

/** The texts that were spoken, and what the carrier was given and asked to send. */
interface Heard {
  spoken: string[];
  added: string[];
  placed: Drop[];
}

/** A node that notes what it says. */
export interface ListeningNode extends CampaignNode, Heard {
  synthesizer: SpeechSynthesizer;
}

function notingSpeech(speech: SpeechSynthesizer, { spoken }: Heard): SpeechSynthesizer {
  return {
    ...speech,
    speak(voice, text) {
      spoken.push(text);
      return speech.speak(voice, text);
    },
  };
}

function notingCarrier(carrier: VoicemailCarrier, { added, placed }: Heard): VoicemailCarrier {
  return {
    ...carrier,
    async addMedia(media) {
      const id = await carrier.addMedia(media);
      added.push(id);
      return id;
    },
    place(drop) {
      placed.push(drop);
      return carrier.place(drop);
    },
  };
}

/** A promise to be kept by hand. */
export function gate(): { open: () => void; opened: Promise<void> } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A world of campaigns in which it can be heard what is said. */
export async function startSpeechTestSystem() {
  const system = await startTestSystem();
  const web = await system.startNode();
  const count = (collection: string, filter: Record<string, unknown>) =>
    web.connection.collection(collection).countDocuments(filter);

  async function listeningNode(options: NodeOptions = {}): Promise<ListeningNode> {
    const heard: Heard = { spoken: [], added: [], placed: [] };
    const local = createLocalSpeech();
    const synthesizer = notingSpeech(options.speech?.(local) ?? local, heard);
    const node = await system.startNode({
      ...options,
      speech: () => synthesizer,
      carrier: (real) => notingCarrier(options.carrier?.(real) ?? real, heard),
    });
    return { ...node, ...heard, synthesizer };
  }

  return {
    web,
    listeningNode,
    count,
    /** The records of what is spoken for a campaign. */
    speechesOf: (id: string) =>
      web.connection.collection<SpeechDocument>('speeches').find({ campaigns: id }).toArray(),
    pendingOf: (id: string) => count('contacts', { campaignId: id, status: 'pending' }),
    /** A campaign that has just become Sending; answers its id. */
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
    /** Everybody heard their own words, once. */
    async expectHeard(id: string, contacts: ContactInput[], words: (contact: ContactInput) => string) {
      const calls = await system.calls(id);
      expect(calls.size).toBe(contacts.length);
      for (const contact of contacts)
        expect(calls.get(contact.recommended_phone)).toMatchObject({ text: words(contact), deliveries: 1 });
    },
    stop: () => system.stop(),
  };
}

export type SpeechTestSystem = Awaited<ReturnType<typeof startSpeechTestSystem>>;
