import type { AccountBilling, AccountCampaigns } from '#shared/schemas/auth.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';

/** The subscription lookup that auth needs from billing. */
export interface Subscriptions {
  isSubscribed(uid: string): Promise<boolean>;
}

/** The parts of the user-info response that other features provide. */
export interface UserInfoSources {
  voices(uid: string): Promise<VoiceView[]>;
  billing(uid: string): Promise<AccountBilling>;
  campaigns(uid: string): Promise<{ contacts: number; campaigns: AccountCampaigns }>;
}

/** Addresses and links shown by the client. */
export interface PublicLinks {
  supportEmail: string;
  salesEmail: string;
  privacyUrl: string;
  termsUrl: string;
}

/** The user fields that other features may read. */
export interface UserSummary {
  uid: string;
  email: string;
  displayName: string;
  /** Whether the e-mail address is verified. */
  emailConfirmed: boolean;
  /** The id of the user's credit event stream. */
  streamId: string;
}

/** User lookup for other features. */
export interface Users {
  byUid(uid: string): Promise<UserSummary | undefined>;
  /** Finds a user by e-mail address, ignoring case. */
  byEmail(email: string): Promise<UserSummary | undefined>;
}
