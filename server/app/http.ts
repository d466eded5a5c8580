import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import express, { Router } from 'express';
import type { Database } from './database/database.ts';
import type { Features } from './features.ts';
import type { Providers } from './providers/providers.ts';
import { allowsLocalPages, type Env } from '#server/app/env/env.ts';
import { createHttpApp } from '#server/platform/http/app.ts';
import { createCarrierListener } from '#server/platform/http/carrier-listener.ts';
import { createClientApp, createDevClientApp, type ClientApp } from '#server/platform/http/client-app.ts';
import { isDataDiskFull } from './data-disk.ts';
import { createHealthRouter, type HealthSources } from '#server/platform/http/health.ts';
import { beginFailures, mountedAt } from '#server/platform/http/observe-request.ts';
import { createDocsRouter } from '#server/platform/http/docs/docs-router.ts';
import { sessionCookieName } from '#server/platform/http/sessions/sessions.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { ClockSync } from '#server/platform/lib/mongodb/database-clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import { deriveSecrets, type Secrets } from '#server/platform/lib/secrets/secrets.ts';
import { createMcpHandler } from './mcp/mcp-router.ts';
import type { AppRouter } from '#server/app/app-router.ts';

const STRIPE_WEBHOOK = '/webhooks/stripe';

/** Builds the HTTP application: the calls, webhooks, local pages and the client. */
export async function composeHttp(parts: {
  env: Env;
  log: Logger;
  clock: Clock;
  baseUrl: string;
  database: Database;
  providers: Providers;
  features: Features;
  appRouter: AppRouter;
  secrets: Secrets;
  clockSync: ClockSync;
  instruments: Instruments;
  hasWorker: (() => Promise<boolean>) | undefined;
  pages?: boolean;
}): Promise<RequestListener> {
  const { env, appRouter, features, providers, pages = true } = parts;
  for (const route of [`${STRIPE_WEBHOOK}/`, '/webhooks/opt-out/:token'])
    beginFailures(parts.instruments, route);
  const app = createHttpApp({
    connection: parts.database.connection,
    clock: parts.clock,
    ...healthSources(parts),
    hasWorker: parts.hasWorker,
    log: parts.log,
    appRouter,
    instruments: parts.instruments,
    apiKeys: features.apiKeys.apiKeys,
    isOpen: (uid) => features.auth.users.isOpen(uid),
    sessionSecrets: deriveSecrets(parts.secrets, 'session cookie'),
    publicOrigin: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    dev: env.HARK_DEV,
    errorsGuide: `${parts.baseUrl}/docs`,
    // Local object URLs begin with the base URL, even if the browser uses another name of this machine.
    objectOrigins: [providers.objectOrigin],
    webhooks: Router()
      .use('/stripe', mountedAt(STRIPE_WEBHOOK), features.billing.stripeWebhook)
      .use(features.optOuts.webhook),
    stopPages: features.optOuts.pages,
    local: allowsLocalPages(env) ? providers.localPages : undefined,
    objects: env.local.objects ? providers.objects.router : undefined,
    docs: (callerOf) =>
      createDocsRouter(
        { appRouter, cookieName: sessionCookieName(env.PUBLIC_URL), baseUrl: parts.baseUrl },
        async (req) => {
          const caller = await callerOf(req);
          return caller === null ? undefined : features.apiKeys.validNames(caller.uid);
        },
      ),
    mcp: (createContext) =>
      createMcpHandler(
        { appRouter, baseUrl: parts.baseUrl, clock: parts.clock, log: parts.log },
        createContext,
      ),
    client: await (pages ? createClient(env) : NO_PAGES),
  });
  const { log, instruments } = parts;
  return createCarrierListener({ webhooks: features.drops.webhooks, log, instruments }, app);
}

/** Returns what a worker serves: only its health. */
export function composeHealth(
  { connection }: Database,
  parts: Parameters<typeof healthSources>[0],
): RequestListener {
  return express().use(createHealthRouter(connection, healthSources(parts)));
}

function healthSources({
  env,
  clockSync,
  features,
}: {
  env: Env;
  clockSync: ClockSync;
  features: Pick<Features, 'calling'>;
}): HealthSources {
  return {
    isClockInSync: () => clockSync.isAccurate(),
    isDiskFull: () => isDataDiskFull(env),
    isCallingStopped: features.calling.stop.isStopped,
  };
}

const NO_PAGES: ClientApp = { files: Router(), pages: Router(), inlineScripts: [] };

function createClient({ HARK_DEV, PUBLIC_URL }: Env): Promise<ClientApp> {
  if (HARK_DEV) return createDevClientApp(join(ROOT, 'client'));
  return createClientApp(join(ROOT, 'dist', 'client'), sessionCookieName(PUBLIC_URL));
}

/** The project folder: two levels above this file and also above the bundle in `dist/server/`. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
