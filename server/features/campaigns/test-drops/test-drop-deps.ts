import type { CallingProfiles, CallingStop, ContactPlaces } from '#server/features/calling/api.ts';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { TestDropLimits } from './test-drop-limits.ts';
import type { TestPhoneStore } from './test-phone-store.ts';

/** What test drops use. */
export interface TestDropDeps {
  campaignsDeps: CampaignsDeps;
  /** Whether a call outside the hours of the phone is refused. */
  mode: CallingMode;
  callingStop: CallingStop;
  /** Tells in which state or province a phone is. */
  places: Pick<ContactPlaces, 'ofNumber'>;
  testPhones: TestPhoneStore;
  limits: TestDropLimits;
  profiles: Pick<CallingProfiles, 'setTestPhone'>;
}
