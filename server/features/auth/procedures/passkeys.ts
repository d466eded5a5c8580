import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { messageOutput, signedInOutput } from '#shared/schemas/account/auth.ts';
import { noFields } from '#shared/schemas/options.ts';
import {
  addPasskeyInput,
  passkeyOutput,
  passkeyRef,
  passkeysOutput,
  passkeyUseInput,
  type PasskeyView,
} from '#shared/schemas/account/passkeys.ts';
import { callerOf } from './caller-of.ts';
import { protectedProcedure, publicProcedure, recentProcedure } from '#server/platform/trpc/trpc.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { addPasskey, beginPasskey, removePasskey } from '#server/features/auth/passkeys/manage-passkeys.ts';
import type { PasskeyRecord } from '#server/features/auth/passkeys/passkey-store.ts';
import { relyingPartyOf } from '#server/features/auth/passkeys/relying-party.ts';
import {
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  confirmWithPasskey,
  signInWithPasskey,
} from '#server/features/auth/passkeys/use-passkey.ts';
import { presentUser } from '#server/features/auth/present-account.ts';

/** Made by the WebAuthn library for the one in the browser; Hark does not read them. */
const creationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>();
const requestOptions = z.custom<PublicKeyCredentialRequestOptionsJSON>();

/** Passkeys; tRPC only, so that no API key reaches them. */
export function passkeyProcedures(deps: AuthDeps) {
  return {
    beginPasskeySignIn: publicProcedure
      .input(noFields)
      .output(requestOptions)
      .mutation(({ ctx }) => beginPasskeySignIn(deps, ctx.client)),

    signInWithPasskey: publicProcedure
      .input(passkeyUseInput)
      .output(signedInOutput)
      .mutation(async ({ ctx, input }) => {
        const user = await signInWithPasskey(deps, ctx, input.response);
        return { user_data: await presentUser(deps, user) };
      }),

    beginPasskeyConfirmation: protectedProcedure
      .input(noFields)
      .output(requestOptions)
      .mutation(({ ctx }) => beginPasskeyConfirmation(deps, callerOf(ctx))),

    confirmWithPasskey: protectedProcedure
      .input(passkeyUseInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        await confirmWithPasskey(deps, callerOf(ctx), input.response);
        return { success: true, message: 'Thank you. You can go on.' };
      }),

    passkeys: protectedProcedure.output(passkeysOutput).query(async ({ ctx }) => {
      const passkeys = await deps.passkeys.ofUser(ctx.user.uid);
      return { passkeys: passkeys.map(present), origin: relyingPartyOf(deps.publicUrl)?.origin ?? null };
    }),

    beginPasskey: recentProcedure
      .input(noFields)
      .output(creationOptions)
      .mutation(({ ctx }) => beginPasskey(deps, callerOf(ctx))),

    addPasskey: recentProcedure
      .input(addPasskeyInput)
      .output(passkeyOutput)
      .mutation(async ({ ctx, input }) => ({
        passkey: present(await addPasskey(deps, callerOf(ctx), input)),
      })),

    removePasskey: recentProcedure
      .input(passkeyRef)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        await removePasskey(deps, callerOf(ctx), input.id);
        return { success: true, message: 'The passkey was removed.' };
      }),
  };
}

function present({ _id: id, name, createdAt, lastUsedAt }: PasskeyRecord): PasskeyView {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
