import type { Connection } from 'mongoose';
import { erases } from '#server/platform/module/erasure-step.ts';
import type { MessageRules } from '#shared/messages/message-lint.ts';
import type { CallLimit } from '#shared/schemas/calling/calling-profile.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { createCallingProfiles } from './calling-profiles.ts';
import { CallingProfileStore, createCallingProfileModel } from './profile-store.ts';
import { profileSections } from './export-profile.ts';
import { createProfileRouter } from './profile-router.ts';

/** Builds what users set for all their calls. */
export function createCallingProfileFeature({
  connection,
  users,
  defaultLimit,
  ...deps
}: {
  connection: Connection;
  clock: Clock;
  users: Pick<Users, 'byUid'>;
  events: Pick<AccountEvents, 'record'>;
  /** The limit of users who set none. */
  defaultLimit: CallLimit;
  messageRules: MessageRules;
}) {
  const model = createCallingProfileModel(connection);
  const store = new CallingProfileStore(model);
  const profiles = createCallingProfiles({ store, users, defaultLimit });
  return {
    router: createProfileRouter({ store, profiles, ...deps }),
    profiles,
    exported: { sections: profileSections(profiles) },
    erasure: [erases('calling profile', ({ uid }) => store.erase(uid))],
    models: [model] as const,
  };
}
