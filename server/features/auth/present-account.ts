import type { ProfileView, UserData, UserInfo } from '#shared/schemas/account/auth.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { UserRecord } from './user-store.ts';

/** Returns the signed-in user as the sign-in and session calls return it. */
export async function presentUser({ subscriptions }: AuthDeps, user: UserRecord): Promise<UserData> {
  return {
    uid: user._id,
    display_name: user.displayName,
    email: user.email,
    role: user.role,
    subscribed: await subscriptions.isSubscribed(user._id),
  };
}

/** Returns the profile of a user in the REST format. */
export async function presentProfile(
  { userInfoSources: accountParts, subscriptions }: AuthDeps,
  user: UserRecord,
): Promise<ProfileView> {
  const [voices, subscribed] = await Promise.all([
    accountParts.voices(user._id),
    subscriptions.isSubscribed(user._id),
  ]);
  return {
    email: user.email,
    display_name: user.displayName,
    company_name: user.companyName,
    phone: user.phone,
    role: user.role,
    user_role: user.role,
    voice_ids: voices,
    created_at: user.createdAt.toISOString(),
    status: subscribed ? 'active' : 'inactive',
  };
}

/** Returns the full response of the user-info call. */
export async function presentUserInfo(deps: AuthDeps, user: UserRecord): Promise<UserInfo> {
  const [profile, billing, { contacts, campaigns }] = await Promise.all([
    presentProfile(deps, user),
    deps.userInfoSources.billing(user._id),
    deps.userInfoSources.campaigns(user._id),
  ]);
  return {
    user_name: user.displayName,
    user_email: user.email,
    user_phone: user.phone,
    company_name: user.companyName,
    user_role: user.role,
    voice_ids: profile.voice_ids,
    profile,
    billing,
    contacts: { total: contacts },
    campaigns,
  };
}
