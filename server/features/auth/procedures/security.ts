import { noFields } from '#shared/schemas/options.ts';
import {
  changePasswordInput,
  deviceRef,
  reauthenticateInput,
  signedInDevicesOutput,
  type SignedInDevice,
} from '#shared/schemas/account/account-security.ts';
import { messageOutput } from '#shared/schemas/account/auth.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import type { Device } from '#server/platform/http/sessions/user-sessions.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { changePassword } from '#server/features/auth/passwords/change-password.ts';
import { browserOf } from '#server/platform/lib/browser-of.ts';
import { reauthenticate } from '#server/features/auth/reauthenticate.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import { placeOf } from '#server/platform/lib/places.ts';

/** The password and the signed-in devices of the caller; tRPC only, so that no API key reaches them. */
export function securityProcedures(deps: AuthDeps) {
  return {
    changePassword: protectedProcedure
      .input(changePasswordInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        const caller = { uid: ctx.user.uid, session: ctx.session, client: ctx.client };
        await changePassword(deps, caller, { current: input.current_password, next: input.password });
        return { success: true, message: 'Your password was changed. All other devices were signed out.' };
      }),

    /** Confirms who the caller is, for calls that need a recent proof of it. */
    reauthenticate: protectedProcedure
      .input(reauthenticateInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        const caller = { uid: ctx.user.uid, session: ctx.session, client: ctx.client };
        await reauthenticate(deps, caller, input);
        return { success: true, message: 'Thank you. You can go on.' };
      }),

    devices: protectedProcedure.output(signedInDevicesOutput).query(async ({ ctx }) => {
      const devices = await deps.sessions.devices(ctx.user.uid);
      return { devices: devices.map((device) => presentDevice(device, ctx.session.storedId)) };
    }),

    signOutDevice: protectedProcedure
      .input(deviceRef)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        await signOutDevice(deps, ctx.user.uid, input.id);
        await deps.events.record({ uid: ctx.user.uid, type: 'device_signed_out', client: ctx.client });
        return { success: true, message: 'The device was signed out.' };
      }),

    /** Ends every session of the caller, this one included. */
    signOutEverywhere: protectedProcedure
      .input(noFields)
      .output(messageOutput)
      .mutation(async ({ ctx }) => {
        await deps.knownBrowsers.forgetAll(ctx.user.uid);
        await deps.sessions.endAll(ctx.user.uid);
        await ctx.session.signOut();
        await deps.events.record({ uid: ctx.user.uid, type: 'signed_out_everywhere', client: ctx.client });
        return { success: true, message: 'You are signed out on all devices.' };
      }),
  };
}

/** Ends a session of the user, and forgets its browser. Throws 404 if the user has no such session. */
async function signOutDevice({ knownBrowsers, sessions }: AuthDeps, uid: string, id: string): Promise<void> {
  const device = (await sessions.devices(uid)).find((one) => one.id === id);
  if (device?.browserId !== undefined) await knownBrowsers.forget(uid, device.browserId);
  if (!(await sessions.end(uid, id))) throw notFound('Device');
}

function presentDevice(device: Device, currentId: string): SignedInDevice {
  return {
    id: device.id,
    ...browserOf(device.userAgent),
    network: device.network,
    place: placeOf(device.network),
    signed_in_at: new Date(device.signedInAt).toISOString(),
    last_seen_at: new Date(device.lastSeenAt).toISOString(),
    current: device.id === currentId,
  };
}
