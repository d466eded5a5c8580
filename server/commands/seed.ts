import { parseArgs } from 'node:util';
import { formatNumber } from '#shared/formats.ts';
import { PLANS } from '#shared/plans.ts';
import { MAX_JSON_CONTACTS } from '#shared/schemas/campaigns/campaigns.ts';
import { startSeedProcess, type SeedProcess } from '#server/app/seed-process.ts';
import { readEnv } from '#server/app/env/env.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { DEMO_PLAN, DEMO_USER } from '#server/app/seed/demo-data.ts';
import { listName } from '#server/app/seed/seed-demo.ts';
import { adjust } from './credits/adjust.ts';
import { withSupportContext } from './credits/support-context.ts';
import { failureCode } from './lib/command-failure.ts';
import { UsageError } from './lib/usage-error.ts';

/**
 * `npm run seed -- [--contacts N]`: creates the demo account if missing and, with `--contacts`, a scheduled
 * campaign with N contacts and the credits for it. Idempotent.
 */
async function main(): Promise<void> {
  const contacts = readContacts(process.argv.slice(2));
  await withSeed(async (seed) => {
    const { email, password } = await seed.account();
    process.stdout.write(`Demo account: ${email} ${password}\n`);
    if (contacts === undefined) return;
    await grantCredits(contacts);
    const created = await seed.list(contacts);
    process.stdout.write(
      `Campaign "${listName(contacts)}" ${created ? 'is scheduled' : 'is there already'}.\n`,
    );
  });
}

function readContacts(args: string[]): number | undefined {
  const { values } = parse(args);
  if (values.contacts === undefined) return undefined;
  const contacts = Number(values.contacts);
  if (Number.isInteger(contacts) && contacts >= 1 && contacts <= MAX_JSON_CONTACTS) return contacts;
  throw new UsageError(`--contacts: must be a whole number from 1 to ${formatNumber(MAX_JSON_CONTACTS)}.`);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { contacts: { type: 'string' } } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Runs `work` with what creates demo data; safe beside a running Hark. */
async function withSeed(work: (seed: SeedProcess) => Promise<void>): Promise<void> {
  const env = { ...readEnv(), PUBLIC_URL: undefined };
  if (Object.values(env.local).includes(false))
    throw new UsageError('Demo data is created with the local emulators only; unset the live providers.');
  const seed = await startSeedProcess(env, createLogger('warn'));
  try {
    await work(seed);
  } finally {
    await seed.close();
  }
}

/** Grants credits for all contacts at the plan's highest price, once per number of contacts. */
async function grantCredits(contacts: number): Promise<void> {
  const amount = contacts * PLANS[DEMO_PLAN].benefits.creditsPerExtraCall;
  const id = `seed-${String(contacts)}`;
  const reason = `Demo list of ${formatNumber(contacts)}`;
  await withSupportContext((context) =>
    adjust(
      { ...context, print: () => Promise.resolve() },
      { email: DEMO_USER.email, amount, reason, id, json: false },
    ),
  );
}

await main().catch((error: unknown) => {
  process.exitCode = failureCode(error);
});
