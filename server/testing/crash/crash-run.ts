import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '#shared/plans.ts';
import type { ContactInput } from '#shared/schemas/campaigns.ts';
import { melodyMp3 } from '#server/local/tone.ts';
import { payPlan, uploadVoice } from '#server/seed/first-steps.ts';
import { createHarkClient, expectOk, type HarkAnswer, type HarkClient } from '#server/seed/hark-client.ts';
import type { BuiltHark } from './built-hark.ts';
import { recordCounter } from './carrier-record.ts';
import { judge, type Verdict } from './crash-verdict.ts';
import { dictatedContacts } from './dictated-contacts.ts';
import { startHarkProcesses, type HarkProcesses, type Role } from './hark-processes.ts';
import { planKills, type PlannedKill } from './kill-plan.ts';
import { seededRandom } from './seeded-random.ts';
import { until } from './until.ts';

export interface CrashOptions {
  seed: number;
  contacts: number;
  kills: number;
  /** Who is killed. */
  roles: readonly Role[];
  /** A rate that makes the campaign last long enough to be disturbed. */
  dropsPerMinute: number;
  timeoutMs: number;
  /** Leave the data folder for a look, as is done where the test throws. */
  keep?: boolean;
  say: (line: string) => void;
}

export interface CrashResult extends Verdict {
  killed: Partial<Record<Role, number>>;
  /** How often the system had paused the campaign by itself, and it was resumed as a person would. */
  pauses: number;
  seconds: number;
}

const ACCOUNT = { email: 'crash@customers.example', password: 'correct horse', display_name: 'Ana Ortiz' };
const PLAN = 'launch';
/** Credits enough for a call, at whatever price. */
const CREDITS_A_CALL = 65;
/** A request that meets a killed process is asked again for so long. */
const PATIENCE_MS = 60_000;
/** A living one answers by then, whatever has become of the others. */
const ANSWER_MS = 30_000;

/**
 * The crash test: sends a campaign while its processes are killed with SIGKILL at random moments, waits until it is
 * final, and compares the carrier's own record, the contacts, the counters and the ledger with what the numbers
 * dictate. The data folder is kept where this throws.
 */
export async function runCrash(built: BuiltHark, options: CrashOptions): Promise<CrashResult> {
  const begun = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-crash-'));
  options.say(`seed ${String(options.seed)}, data in ${dataDir}`);
  const rate = { DROPS_PER_MINUTE: String(options.dropsPerMinute) };
  const hark = await startHarkProcesses(built, dataDir, rate);
  const found = await sendAndKill(hark, options).finally(() => hark.stop());
  if (options.keep !== true) await rm(dataDir, { recursive: true });
  return { ...found, seconds: (performance.now() - begun) / 1_000 };
}

async function sendAndKill(hark: HarkProcesses, options: CrashOptions): Promise<Omit<CrashResult, 'seconds'>> {
  const random = seededRandom(options.seed);
  const contacts = dictatedContacts(options.contacts, random);
  const client = createHarkClient(hark.baseUrl);
  const { campaignId, credits } = await sendCampaign(hark, client, contacts);
  const ended = { yet: false };
  const killing = kill(hark, planKills(random, options), { ended, say: options.say });
  const pauses = await untilFinal(client, campaignId, options.timeoutMs).finally(() => {
    ended.yet = true;
  });
  const killed = await killing;
  return { ...(await judge({ hark, client, campaignId, contacts, plan: PLANS[PLAN], credits })), killed, pauses };
}

/** Asks until there is an answer: a killed web server is back in a moment. */
function patiently(ask: () => Promise<HarkAnswer>): Promise<Record<string, unknown>> {
  return until('an answer of Hark', PATIENCE_MS, async () => {
    const answer = await Promise.race([
      ask().catch(() => undefined),
      sleep(ANSWER_MS, 'no answer' as const, { ref: false }),
    ]);
    if (answer === 'no answer') throw new Error('Hark left a request without an answer');
    return answer !== undefined && answer.status < 500 && expectOk(answer);
  });
}

/** A user with a plan, a voice and credits, and the campaign of these contacts, sent. Answers what they had before it. */
async function sendCampaign(
  hark: HarkProcesses,
  client: HarkClient,
  contacts: readonly ContactInput[],
): Promise<{ campaignId: string; credits: number }> {
  expectOk(await client.post('/register/', ACCOUNT));
  await payPlan(client, hark.baseUrl, PLAN);
  const voice = { title: 'Ana', description: 'At the desk' };
  const voiceId = await uploadVoice(client, hark.baseUrl, voice, await melodyMp3(1, 1));
  const more = contacts.length * CREDITS_A_CALL;
  const { code, output } = await hark.credits('adjust', ACCOUNT.email, String(more), '--reason', 'crash test');
  if (code !== 0) throw new Error(output);
  const created = expectOk(
    await client.post('/api/campaigns/create/', {
      campaign_name: 'Crash',
      campaign_type: 'voicemail',
      drop_date: new Date().toISOString(),
      message: 'Hello {first_name}, this is Hark.',
      voice_id: voiceId,
      contacts,
    }),
  );
  const { id } = created['campaign'] as { id: string };
  expectOk(await client.post(`/api/campaigns/${id}/execute/`, { force: true }));
  return { campaignId: id, credits: PLANS[PLAN].benefits.assignedCredits + more };
}

/** Carries out the plan as the carrier's record grows; what the campaign's end comes before is left out. */
async function kill(
  hark: HarkProcesses,
  plan: readonly PlannedKill[],
  { ended, say }: { ended: Readonly<{ yet: boolean }>; say: (line: string) => void },
): Promise<Partial<Record<Role, number>>> {
  const killed: Partial<Record<Role, number>> = {};
  const countLines = recordCounter(hark.dataDir);
  for (const { role, atLine } of plan) {
    const lines = await until(`line ${String(atLine)} of the carrier's record`, Infinity, async () => {
      const count = await countLines();
      return ended.yet ? -1 : count >= atLine && count;
    });
    if (lines < 0) break;
    await hark.kill(role);
    killed[role] = (killed[role] ?? 0) + 1;
    say(`killed ${role} at line ${String(lines)} of the carrier's record`);
  }
  return killed;
}

/** Waits for the campaign's end and resumes it where the system has paused it; answers how often. */
async function untilFinal(client: HarkClient, id: string, timeoutMs: number): Promise<number> {
  let pauses = 0;
  await until('the end of the campaign', timeoutMs, async () => {
    const { status } = await patiently(() => client.get(`/api/campaigns/${id}/status/`));
    if (status === 'Paused') {
      pauses += 1;
      await patiently(() => client.post(`/api/campaigns/${id}/resume/`));
    }
    return status === 'Success' || status === 'Failed';
  });
  return pauses;
}
