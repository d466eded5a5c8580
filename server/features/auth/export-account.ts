import { iso, section } from '#server/platform/module/export-rows.ts';
import type { ProfileView } from '#shared/schemas/account/auth.ts';
import type { UserSessions } from '#server/platform/http/sessions/user-sessions.ts';
import type { UserStore } from '#server/features/auth/user-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the profile of an account, the mails it does not get, and the devices that are signed in. */
export function accountSections({
  profileOf,
  users,
  sessions,
}: {
  profileOf(uid: string): Promise<ProfileView | undefined>;
  users: Pick<UserStore, 'byId'>;
  sessions: Pick<UserSessions, 'devices'>;
}): ExportSection[] {
  return [
    section(
      'profile',
      ['email', 'name', 'company', 'phone', 'role', 'created_at'],
      async function* ({ uid }) {
        const profile = await profileOf(uid);
        if (profile === undefined) return;
        const { email, display_name: name, company_name: company, phone, role, created_at } = profile;
        yield { email, name, company, phone, role, created_at };
      },
    ),
    section('mails-turned-off', ['mail'], async function* ({ uid }) {
      for (const mail of (await users.byId(uid))?.mutedMails ?? []) yield { mail };
    }),
    section('devices', ['browser', 'network', 'signed_in_at', 'last_seen_at'], async function* ({ uid }) {
      for (const { userAgent: browser, network, signedInAt, lastSeenAt } of await sessions.devices(uid)) {
        const seen = { signed_in_at: iso(new Date(signedInAt)), last_seen_at: iso(new Date(lastSeenAt)) };
        yield { browser, network, ...seen };
      }
    }),
  ];
}
