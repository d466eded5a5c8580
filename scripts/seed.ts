import { parseArgs } from 'node:util';
import { formatNumber } from '#shared/formats.ts';
import { PLANS } from '#shared/plans.ts';
import { MAX_JSON_CONTACTS } from '#shared/schemas/campaigns.ts';
import { adjustableClock } from '#server/lib/clock.ts';
import { compose, type Composition } from '#server/composition/index.ts';
import { EmbeddedMongodbUnavailable } from '#server/composition/database.ts';
import { EnvError, readEnv } from '#server/env.ts';
import { AppError } from '#server/lib/errors.ts';
import { listen, urlOf } from '#server/http/listen.ts';
import { createLogger } from '#server/lib/log.ts';
import { DEMO_PLAN, DEMO_USER } from '#server/seed/demo-campaigns.ts';
import { listName } from '#server/seed/seed-list.ts';
import { adjust } from './credits/adjust.ts';
import { withSupportContext } from './credits/support-desk.ts';

/** What was asked cannot be done as it was asked: one clear line, exit code 2. */
class UsageError extends Error {}

/**
 * `npm run seed -- [--contacts N]`: makes the demo account where it is missing and, asked for, a scheduled campaign
 * with N contacts, for which the account is given credits. A repeated call adds nothing.
 */
async function main(): Promise<void> {
  const contacts = readContacts(process.argv.slice(2));
  await besideHark(async ({ seed }) => {
    const { email, password } = await seed.account();
    process.stdout.write(`Demo account: ${email} ${password}\n`);
    if (contacts === undefined) return;
    await giveCredits(contacts);
    const made = await seed.list(contacts);
    process.stdout.write(`Campaign "${listName(contacts)}" ${made ? 'is scheduled' : 'is there already'}.\n`);
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

/** A Hark of our own on the same data, which a running one may use as well, for as long as `work` takes. */
async function besideHark(work: (composition: Composition) => Promise<void>): Promise<void> {
  const env = { ...readEnv(), PUBLIC_URL: undefined };
  if (Object.values(env.local).includes(false))
    throw new UsageError('Demo data is made with the local stand-ins only; unset the live providers.');
  const listener = await listen(0, '127.0.0.1');
  const ownUrl = urlOf('127.0.0.1', listener.port);
  const clock = adjustableClock();
  const log = createLogger('warn');
  const hark = await compose({ env, log, clock, baseUrl: ownUrl, ownUrl, pages: false, seedOnly: true });
  listener.serve(hark.app);
  try {
    // Before the worker starts: one process at a time works off the jobs of a seed.
    await hark.seed.reserve();
    await hark.startWorker();
    await work(hark);
  } finally {
    await Promise.all([listener.close(), hark.stopWorker()]);
    await hark.close();
  }
}

/** Credits for every contact at the highest price of the plan, once a number of contacts. */
async function giveCredits(contacts: number): Promise<void> {
  const amount = contacts * PLANS[DEMO_PLAN].benefits.creditsPerExtraCall;
  const id = `seed-${String(contacts)}`;
  const reason = `Demo list of ${formatNumber(contacts)}`;
  await withSupportContext((desk) =>
    adjust({ ...desk, print: () => undefined }, { email: DEMO_USER.email, amount, reason, id, json: false }),
  );
}

/** The exit code of a failure, and what is said of it: one line for what a person can put right. */
function fail(error: unknown): number {
  if (error instanceof UsageError || error instanceof EnvError) {
    console.error(error.message);
    return 2;
  }
  const isForPerson = error instanceof EmbeddedMongodbUnavailable || error instanceof AppError;
  console.error(isForPerson ? error.message : error);
  return 1;
}

await main().catch((error: unknown) => {
  process.exitCode = fail(error);
});
