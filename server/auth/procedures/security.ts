import {
  changePasswordInput,
  deviceRef,
  signedInDevicesOutput,
  type SignedInDevice,
} from '#shared/schemas/account-security.ts';
import { messageOutput } from '#shared/schemas/auth.ts';
import Bowser from 'bowser';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import type { Device } from '#server/auth/api.ts';
import type { AuthDeps } from '#server/auth/auth-deps.ts';
import { changePassword } from '#server/auth/change-password.ts';
import { notFound } from '#server/lib/errors.ts';

/** The password and the signed-in devices of the caller; tRPC only, so that no API key reaches them. */
export function securityProcedures(deps: AuthDeps) {
  return {
    changePassword: protectedProcedure
      .input(changePasswordInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        const caller = { uid: ctx.user.uid, session: ctx.session };
        await changePassword(deps, caller, { current: input.current_password, next: input.password });
        return { success: true, message: 'Your password was changed. All other devices were signed out.' };
      }),

    devices: protectedProcedure.output(signedInDevicesOutput).query(async ({ ctx }) => {
      const devices = await deps.sessions.devices(ctx.user.uid);
      return { devices: devices.map((device) => presentDevice(device, ctx.session.storedId)) };
    }),

    signOutDevice: protectedProcedure
      .input(deviceRef)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        if (!(await deps.sessions.end(ctx.user.uid, input.id))) throw notFound('Device');
        return { success: true, message: 'The device was signed out.' };
      }),

    /** Ends every session of the caller, this one included. */
    signOutEverywhere: protectedProcedure.output(messageOutput).mutation(async ({ ctx }) => {
      await deps.sessions.endAll(ctx.user.uid);
      await ctx.session.signOut();
      return { success: true, message: 'You are signed out on all devices.' };
    }),
  };
}

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));

function presentDevice(device: Device, currentId: string): SignedInDevice {
  const { browser, os } = Bowser.parse(device.userAgent === '' ? '-' : device.userAgent);
  // Otherwise the name is whatever the browser claims to be, which an intruder can choose.
  const isKnown = browser.name !== undefined && BROWSERS.has(browser.name);
  const [version = ''] = browser.version?.split('.') ?? [];
  return {
    id: device.id,
    browser: isKnown ? `${String(browser.name)} ${version}`.trim() : null,
    system: os.name ?? null,
    network: device.network,
    signed_in_at: new Date(device.signedInAt).toISOString(),
    last_seen_at: new Date(device.lastSeenAt).toISOString(),
    current: device.id === currentId,
  };
}
