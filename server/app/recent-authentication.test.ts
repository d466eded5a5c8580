import { describe, expect, test } from 'vitest';
import { createAccountExportRouter } from '#server/features/account/export/account-export-router.ts';
import { createApiKeysRouter } from '#server/features/auth/api-keys/api-keys-router.ts';
import { emailChangeProcedures } from '#server/features/auth/procedures/email-change.ts';
import { passkeyProcedures } from '#server/features/auth/procedures/passkeys.ts';
import { secondFactorProcedures } from '#server/features/auth/procedures/second-factor.ts';
import { createOptOutsRouter } from '#server/features/do-not-call/opt-outs/opt-outs-router.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { createCallerFactory, router } from '#server/platform/trpc/trpc.ts';
import { createWebhooksRouter } from '#server/features/webhooks/webhooks-router.ts';

/** Whoever is refused has reached none of them, but for the endpoint that is named. */
const DEPS = { endpoints: { findOwned: () => Promise.resolve({ _id: 'e1', uid: 'ana' }) } } as never;
const routers = router({
  accountExport: createAccountExportRouter(DEPS),
  apiKeys: createApiKeysRouter(DEPS),
  auth: router({
    ...emailChangeProcedures(DEPS),
    ...passkeyProcedures(DEPS),
    ...secondFactorProcedures(DEPS),
  }),
  optOuts: createOptOutsRouter(DEPS),
  webhooks: createWebhooksRouter(DEPS),
});

const context = contextOf({ uid: 'ana', streamId: 's' });
const stale = { ...context, session: { ...context.session, recentlyAuthenticated: false } };

async function codeOf(path: string, ctx: typeof context): Promise<unknown> {
  const [name = '', call = ''] = path.split('.');
  const calls = createCallerFactory(routers)(ctx) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  return calls[name]?.[call]?.({ id: 'e1' }).then(
    () => 'done',
    (error: unknown) => (error as { cause?: { code?: string } }).cause?.code,
  );
}

describe('what whoever finds an open browser could do for good needs a recent proof of identity', () => {
  test.each([
    ...['accountExport.request', 'accountExport.download', 'apiKeys.create', 'apiKeys.revoke'],
    ...['auth.requestEmailChange', 'auth.beginPasskey', 'auth.addPasskey', 'auth.removePasskey'],
    ...['auth.beginSecondFactor', 'auth.enableSecondFactor', 'auth.renewRecoveryCodes'],
    ...['auth.disableSecondFactor', 'optOuts.renewWebhookSecret', 'optOuts.removeWebhook'],
    ...['webhooks.create', 'webhooks.update', 'webhooks.rotateSecret'],
  ])('%s', async (path) => {
    expect(await codeOf(path, stale)).toBe('REAUTHENTICATION_REQUIRED');
    expect(await codeOf(path, context)).not.toBe('REAUTHENTICATION_REQUIRED');
  });
});
