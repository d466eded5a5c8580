import { DAY_MS } from '#shared/time-units.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const EXCHANGE = '202555';

/** Returns a contact whose number ends in `lastFour`, which determines the outcome at the carrier emulator. */
export function contactEnding(lastFour: string, exchange = EXCHANGE): ContactInput {
  const number = `1${exchange}${lastFour}`;
  return {
    id: exchange === EXCHANGE ? `c${lastFour}` : `c${exchange}${lastFour}`,
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

/** Contacts with the nine special number endings, one for each outcome. */
export const OUTCOME_CONTACTS = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009'].map(
  (lastFour) => contactEnding(lastFour),
);

/** Returns `count` contacts that all accept a voicemail. */
export function deliverableContacts(count: number): ContactInput[] {
  return Array.from({ length: count }, (_, index) => deliverableContact(index));
}

/** Returns the contact at an index, which accepts a voicemail; numbers are unique. */
export function deliverableContact(index: number): ContactInput {
  return contactEnding(String(1_000 + (index % 9_000)), String(202_555 + Math.floor(index / 9_000)));
}

let drafts = 0;

/** Returns a campaign draft due tomorrow, with a unique name. */
export function draftOf(user: SignedInUser, contacts: ContactInput[] = OUTCOME_CONTACTS) {
  drafts += 1;
  return {
    campaign_name: `Campaign ${String(drafts)}`,
    campaign_type: 'voicemail' as const,
    message: 'Hello {first_name}, this is Hark.',
    voice_id: `voice-of-${user.uid}`,
    drop_date: new Date(Date.now() + DAY_MS).toISOString(),
    contacts,
  };
}
