import type { PlanId } from '#shared/plans.ts';

/** Credentials of the demo account. It is created only together with the local emulators. */
export const DEMO_USER = {
  email: 'demo@hark.example',
  password: 'hear-the-demo',
  display_name: 'Ana Ortiz',
} as const;
export const DEMO_PLAN: PlanId = 'scale';
export const DEMO_VOICE = { title: 'Ana, warm', description: 'Recorded at the desk, unhurried.' } as const;

export interface DemoCampaign {
  name: string;
  message: string;
  contacts: number;
  failing: number;
  /** Area code of its generated numbers. */
  areaCode: number;
  /** Days since it was sent; negative if it is scheduled. */
  daysAgo: number;
}

/** Three finished campaigns of the last week and a scheduled one. */
export const DEMO_CAMPAIGNS: readonly DemoCampaign[] = [
  {
    name: 'Annual check-up reminder',
    message:
      'Hi {first_name}, it is Ana from Maple Clinic. Your yearly check-up is due. Call us back and we will find a time.',
    contacts: 64,
    failing: 5,
    areaCode: 212,
    daysAgo: 5,
  },
  {
    name: 'Spring open house',
    message:
      'Hi {first_name}, it is Ana from Maple Realty. We open the garden flat this Saturday at ten, and I thought of you.',
    contacts: 82,
    failing: 9,
    areaCode: 303,
    daysAgo: 3,
  },
  {
    name: 'Price drop, Maple Street',
    message:
      'Hi {first_name}, the house on Maple Street in {city} has a new price. Call me back for a private look.',
    contacts: 48,
    failing: 3,
    areaCode: 415,
    daysAgo: 1,
  },
  {
    name: 'Orientation week',
    message: 'Hi {first_name}, orientation week begins on Monday at nine. We look forward to seeing you.',
    contacts: 36,
    failing: 2,
    areaCode: 512,
    daysAgo: -4,
  },
];
