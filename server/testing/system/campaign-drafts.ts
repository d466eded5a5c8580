import type { ContactInput } from '#shared/schemas/campaigns.ts';
import type { SignedInUser } from '#server/trpc/context.ts';

/** A contact whose number ends in `lastFour`, which is what the local carrier decides by. */
export function contactEnding(lastFour: string, exchange = '202555'): ContactInput {
  const number = `1${exchange}${lastFour}`;
  return {
    id: `c${lastFour}`,
    first_name: 'Ana',
    last_name: 'Lopez',
    phone_number: `+${number}`,
    recommended_phone: number,
    address1: '',
    address2: '',
    city: 'Miami',
    state: 'FL',
    zipcode: '33101',
    country: 'US',
    email: '',
    company_name: '',
  };
}

/** The nine numbers of contract §4, each with its own outcome. */
export const OUTCOME_CONTACTS = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009'].map(
  (lastFour) => contactEnding(lastFour),
);

/** `count` contacts that all answer with a voicemail. */
export function deliverableContacts(count: number): ContactInput[] {
  return Array.from({ length: count }, (_, index) =>
    contactEnding(String(1_000 + (index % 9_000)), String(202_555 + Math.floor(index / 9_000))),
  );
}

let drafts = 0;

/** A campaign of a user, a day ahead, with a name of its own. */
export function draftOf(user: SignedInUser, contacts: ContactInput[] = OUTCOME_CONTACTS) {
  drafts += 1;
  return {
    campaign_name: `Campaign ${String(drafts)}`,
    campaign_type: 'voicemail' as const,
    message: 'Hello {first_name}, this is Hark.',
    voice_id: `voice-of-${user.uid}`,
    drop_date: new Date(Date.now() + 86_400_000).toISOString(),
    contacts,
  };
}
