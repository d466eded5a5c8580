import type { AccountBilling, AccountCampaigns } from '#shared/schemas/auth.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';

/** What accounts need to know of billing. */
export interface Subscriptions {
  isSubscribed(uid: string): Promise<boolean>;
}

/** The parts of the user-info call that other features own (A §3). */
export interface AccountParts {
  voices(uid: string): Promise<VoiceView[]>;
  billing(uid: string): Promise<AccountBilling>;
  campaigns(uid: string): Promise<{ contacts: number; campaigns: AccountCampaigns }>;
}

/** Addresses and links that the screens show. */
export interface PublicLinks {
  supportEmail: string;
  salesEmail: string;
  privacyUrl: string;
  termsUrl: string;
}

/** A user as other features may know them. */
export interface UserSummary {
  uid: string;
  email: string;
  displayName: string;
  /** Whether they have shown that the address is theirs. */
  emailConfirmed: boolean;
  /** The id of the user's credit stream (design §3). */
  streamId: string;
}

/** What accounts offer to other features. */
export interface Users {
  byUid(uid: string): Promise<UserSummary | undefined>;
  /** Finds by e-mail address, without regard to case. */
  byEmail(email: string): Promise<UserSummary | undefined>;
}
