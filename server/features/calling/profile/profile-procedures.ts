import type { z } from 'zod';
import {
  callingProfileInput,
  callingProfileOutput,
  type CallingProfileView,
} from '#shared/schemas/calling/calling-profile.ts';
import type { MessageRules } from '#shared/messages/message-verdict.ts';
import { isFutureDate } from '#shared/schemas/campaigns/consent.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { CallingProfiles } from '#server/features/calling/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import type { CallingProfileStore, CallingSettings } from './profile-store.ts';

/** What the procedures on calling profiles use. */
export interface ProfileDeps {
  store: CallingProfileStore;
  profiles: CallingProfiles;
  clock: Clock;
  events: Pick<AccountEvents, 'record'>;
  messageRules: MessageRules;
}

/** Procedures on what the caller has set for all calls. */
export function profileProcedures(deps: ProfileDeps) {
  return {
    profile: protectedProcedure
      .meta({
        rest: { method: 'GET', path: '/api/calling-profile/', summary: 'Your settings for all calls' },
      })
      .output(callingProfileOutput)
      .query(({ ctx }) => currentProfile(deps, ctx.user.uid)),

    updateProfile: protectedProcedure
      .meta({
        rest: { method: 'PUT', path: '/api/calling-profile/', summary: 'Change your settings for all calls' },
      })
      .input(callingProfileInput)
      .output(callingProfileOutput)
      .mutation(async ({ ctx: { user, client }, input }) => {
        await changeProfile(deps, { uid: user.uid, client, changes: settingsOf(deps.clock, input) });
        return currentProfile(deps, user.uid);
      }),
  };
}

async function currentProfile(
  { profiles, messageRules }: ProfileDeps,
  uid: string,
): Promise<CallingProfileView> {
  const [profile, stopPath] = await Promise.all([profiles.find(uid), profiles.stopPathOf(uid)]);
  return {
    business_name: profile.businessName,
    callback_number: profile.callbackNumber ?? null,
    default_consent: profile.defaultConsent ?? null,
    signature: profile.signature ?? null,
    call_limit: profile.callLimit,
    message_rules: messageRules,
    test_phone: profile.testPhone ?? null,
    stop_path: stopPath,
  };
}

/** Returns the settings that an input names. Throws INVALID_INPUT for a date in the future. */
function settingsOf(clock: Clock, input: z.output<typeof callingProfileInput>): Partial<CallingSettings> {
  const { callback_number, default_consent, signature, call_limit } = input;
  if (default_consent && isFutureDate(default_consent.obtained_at, clock.now())) {
    const fields = { 'default_consent.obtained_at': 'This date is in the future' };
    throw new AppError('INVALID_INPUT', 'default_consent.obtained_at: This date is in the future', {
      fields,
    });
  }
  return {
    ...(callback_number !== undefined && { callbackNumber: callback_number ?? undefined }),
    ...(default_consent !== undefined && { defaultConsent: default_consent ?? undefined }),
    ...(signature !== undefined && { signature: signature ?? undefined }),
    ...(call_limit !== undefined && { callLimit: call_limit }),
  };
}

/** Changes settings, and records each one that differs in the history of the account. */
async function changeProfile(
  { store, events }: ProfileDeps,
  { uid, client, changes }: { uid: string; client: Client; changes: Partial<CallingSettings> },
): Promise<void> {
  const before = await store.of(uid);
  await store.change(uid, changes);
  const changed = (name: keyof CallingSettings) =>
    name in changes && JSON.stringify(before?.[name]) !== JSON.stringify(changes[name]);
  const record = (setting: string) =>
    events.record({ uid, type: 'calling_settings_changed', client, detail: { setting } });
  if (changed('callbackNumber')) await record('Number to call back');
  if (changed('defaultConsent')) await record('Consent of new lists');
  if (changed('signature')) await record('Signature of messages');
  if (changed('callLimit')) await record('Limit of calls to a number');
}
