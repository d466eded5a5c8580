import { z } from 'zod';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { assertAhead, campaign, campaignPlan } from './campaign-arguments.ts';
import { defineTool, type Api, type Tool } from './tool.ts';

const credits = z
  .int()
  .min(0)
  .describe('The price that the person has agreed to: the `credits` of the quote. More is never held');

/** The step of the wizard at which a draft is opened, by its number and its id. */
const AT_SCHEDULE = { step: 5, stepId: 'schedule' } as const;

/** Tools that change something; what costs credits wants the agreed price. */
export const WRITE_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'create_draft',
    title: 'Draft of a campaign',
    description:
      'Prepares a campaign for a person to read, schedule and publish in Hark. Calls nobody and costs nothing. Prefer it to create_campaign.',
    scope: 'prepare',
    calls: ['campaigns.drafts.save', 'contactLists.get', 'voices.list'],
    input: campaignPlan.pick({ name: true, message: true, voice_id: true, list_id: true }),
    run: async ({ api, baseUrl }, plan) => {
      const id = newId();
      await api.campaigns.drafts.save({
        id,
        base: null,
        tab: id,
        edit: 1,
        content: await draftOf(api, plan),
      });
      return { draft_id: id, url: `${baseUrl}/campaign?draft=${id}` };
    },
  }),
  defineTool({
    name: 'create_campaign',
    title: 'Schedule a campaign',
    description:
      'Schedules calls to real people and holds credits for them. Only after the person has seen the message, the list, the time and the price of quote_campaign, and agreed.',
    scope: 'full',
    calls: ['campaigns.create'],
    input: campaignPlan.extend({ credits }),
    run: ({ api, clock }, { credits: expected_cost, name, ...plan }) => {
      assertAhead(plan, clock);
      return api.campaigns.create({ ...plan, campaign_name: name, expected_cost });
    },
  }),
  defineTool({
    name: 'retry_campaign',
    title: 'Retry failed calls',
    description:
      'Makes the failed calls of a finished campaign again. Only after the person has agreed to the price of quote_retry.',
    scope: 'full',
    calls: ['campaigns.retryQuote', 'campaigns.retry'],
    input: z.strictObject({
      campaign,
      credits,
      run: z.int().min(1).describe('The `run` of quote_retry; it is retried once'),
    }),
    run: async ({ api }, { campaign: id, credits: agreed, run }) => {
      const { calls, cost } = await api.campaigns.retryQuote({ id });
      if (cost > agreed) throw costsMore({ calls, credits: cost }, agreed);
      return api.campaigns.retry({ id, expected: { calls, cost, run } });
    },
  }),
  defineTool({
    name: 'pause_campaign',
    title: 'Pause',
    description: 'Stops a campaign until it is resumed. Calls that are under way still end.',
    scope: 'full',
    calls: ['campaigns.pause'],
    input: z.strictObject({ campaign }),
    run: ({ api }, { campaign: id }) => api.campaigns.pause({ id }),
  }),
  defineTool({
    name: 'resume_campaign',
    title: 'Resume',
    description:
      'Lets a paused campaign go on with the calls that are left. Their credits are on hold already.',
    scope: 'full',
    calls: ['campaigns.resume'],
    input: z.strictObject({ campaign }),
    run: ({ api }, { campaign: id }) => api.campaigns.resume({ id }),
  }),
  defineTool({
    name: 'add_to_do_not_call',
    title: 'Do not call',
    description: 'Adds a number to the do-not-call list: no campaign calls it from now on.',
    scope: 'full',
    calls: ['suppressions.add'],
    input: z.strictObject({ phone: z.string().describe('A number of the United States or Canada') }),
    run: ({ api }, { phone }) => api.suppressions.add({ phone }),
  }),
];

function costsMore({ calls, credits: cost }: { calls: number; credits: number }, agreed: number): AppError {
  const now = `It is ${formatCount(calls, 'call')} for ${formatNumber(cost)} credits now`;
  return new AppError(
    'CONFLICT',
    `${now}, and ${formatNumber(agreed)} were agreed to. Ask the person again.`,
    {
      calls,
      cost,
    },
  );
}

/** Returns the draft as the wizard stores it, of a list and a voice of the caller. */
async function draftOf(
  api: Api,
  {
    name,
    message,
    voice_id,
    list_id,
  }: Pick<z.output<typeof campaignPlan>, 'name' | 'message' | 'voice_id' | 'list_id'>,
) {
  const [{ list }, { voices }] = await Promise.all([
    api.contactLists.get({ id: list_id }),
    api.voices.list(),
  ]);
  if (!voices.some(({ vid }) => vid === voice_id)) throw notFound('Voice');
  const { id, name: listName, size, columns, own_columns, consent } = list;
  const { basis, own_words, obtained_at: obtainedAt, source } = consent;
  return {
    ...AT_SCHEDULE,
    // As the wizard does when a list is chosen: why these people may be called.
    form: {
      name,
      message,
      voiceId: voice_id,
      consent: { basis, ownWords: own_words ?? '', obtainedAt, source },
    },
    list: { id, name: listName, size, columns, own_columns, consent },
    contacts: size,
    publishKey: null,
    savedAt: Date.now(),
  };
}
