import { PLANS, type Plan } from '#shared/plans.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { confirmOverHttp, payPlan, setDefaultConsent, uploadVoice } from '#server/app/seed/account-setup.ts';
import { createHarkClient, expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import type { HarkProcesses } from './hark-processes.ts';

/** A user with a plan, a voice and credits for a number of calls. */
export interface TestCustomer {
  client: HarkClient;
  plan: Plan;
  voiceId: string;
  /** Available credits before the first campaign. */
  credits: number;
}

/** The account of the test customer. */
export const ACCOUNT = {
  email: 'ana@customers.example',
  password: 'correct horse',
  display_name: 'Ana Ortiz',
};
/** Upper bound of the credits for a call. */
const CREDITS_A_CALL = 65;

/** Registers a user through the REST API and grants credits with the support command. */
export async function createTestCustomer(
  hark: Pick<HarkProcesses, 'baseUrl' | 'credits'>,
  calls: number,
): Promise<TestCustomer> {
  const plan = PLANS.launch;
  const client = createHarkClient(hark.baseUrl);
  expectOk(await client.post('/register/', ACCOUNT));
  await setDefaultConsent(client);
  await payPlan(client, confirmOverHttp(hark.baseUrl), plan.id);
  const voice = { title: 'Ana', description: 'At the desk' };
  const voiceId = await uploadVoice(client, hark.baseUrl, voice, await melodyMp3(1, 1));
  const more = calls * CREDITS_A_CALL;
  const { code, output } = await hark.credits(
    'adjust',
    ACCOUNT.email,
    String(more),
    '--reason',
    'many calls',
  );
  if (code !== 0) throw new Error(output);
  return { client, plan, voiceId, credits: plan.benefits.assignedCredits + more };
}

interface CampaignInput {
  name: string;
  contacts: readonly ContactInput[];
  dropDate: Date;
  /** Further fields of the request. */
  settings?: Record<string, unknown>;
}

/** Creates a campaign due at `dropDate`; returns its id. */
export async function createCampaign(
  { client, voiceId }: TestCustomer,
  { name, contacts, dropDate, settings = {} }: CampaignInput,
): Promise<string> {
  const created = expectOk(
    await client.post('/api/campaigns/create/', {
      campaign_name: name,
      campaign_type: 'voicemail',
      drop_date: dropDate.toISOString(),
      message: 'Hello, this is Hark.',
      voice_id: voiceId,
      contacts,
      ...settings,
    }),
  );
  return (created['campaign'] as { id: string }).id;
}
