import { z } from 'zod';
import { callReasonSchema } from '#shared/schemas/call-reasons.ts';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { defineTool, type Tool } from './tool.ts';
import { assertAhead, campaign, campaignPlan, MAX_PAGE, quotedCampaign } from './campaign-arguments.ts';

const NOTHING = z.strictObject({});
const cursor = z.string().optional().describe('The `next` of the page before');

/** Tools that change nothing. */
export const READ_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'get_credits',
    title: 'Credits',
    description: 'The credits that can be spent and those on hold for scheduled calls.',
    scope: 'read',
    calls: ['credits.balance'],
    input: NOTHING,
    run: ({ api }) => api.credits.balance(),
  }),
  defineTool({
    name: 'list_contact_lists',
    title: 'Contact lists',
    description: 'The saved contact lists with their sizes, columns and the consent of their people.',
    scope: 'read',
    calls: ['contactLists.list'],
    input: NOTHING,
    run: ({ api }) => api.contactLists.list(),
  }),
  defineTool({
    name: 'list_voices',
    title: 'Voices',
    description: 'The voices in which messages are spoken.',
    scope: 'read',
    calls: ['voices.list'],
    input: NOTHING,
    run: ({ api }) => api.voices.list(),
  }),
  defineTool({
    name: 'list_campaigns',
    title: 'Campaigns',
    description: 'A page of the campaigns with their status and results.',
    scope: 'read',
    calls: ['campaigns.list'],
    input: z.strictObject({ cursor, limit: z.int().min(1).max(MAX_PAGE).default(20) }),
    run: ({ api }, page) => api.campaigns.list({ ...page, sort: 'recent' }),
  }),
  defineTool({
    name: 'get_campaign',
    title: 'A campaign',
    description: 'One campaign: its message, schedule, status, results and cost.',
    scope: 'read',
    calls: ['campaigns.get'],
    input: z.strictObject({ campaign }),
    run: ({ api }, { campaign: id }) => api.campaigns.get({ id }),
  }),
  defineTool({
    name: 'list_calls',
    title: 'Calls of a campaign',
    description:
      'A page of the calls of a campaign: who was called, what became of it, and why calls failed.',
    scope: 'read',
    calls: ['analytics.details'],
    input: z.strictObject({
      campaign,
      status: z.enum(CALL_STATUSES).optional(),
      reason: callReasonSchema.optional(),
      cursor,
      limit: z.int().min(1).max(MAX_PAGE).default(20),
    }),
    run: ({ api }, { campaign: campaign_name, limit, ...query }) =>
      api.analytics.details({ campaign_name, page_size: limit, ...query }),
  }),
  defineTool({
    name: 'quote_campaign',
    title: 'Price of a campaign',
    description:
      'Checks a list before it is called: how many people would be called, who is left out and why, and what it costs at most. Tell the person the price before you create the campaign.',
    scope: 'read',
    calls: ['campaigns.checkList', 'campaigns.quote'],
    input: campaignPlan.omit({ name: true, voice_id: true }).partial({ message: true }),
    run: ({ api, clock }, plan) => {
      assertAhead(plan, clock);
      return quotedCampaign(api, plan);
    },
  }),
  defineTool({
    name: 'quote_retry',
    title: 'Price of a retry',
    description: 'How many failed calls of a campaign would be made again, and what that costs at most.',
    scope: 'read',
    calls: ['campaigns.retryQuote'],
    input: z.strictObject({ campaign }),
    run: ({ api }, { campaign: id }) => api.campaigns.retryQuote({ id }),
  }),
];
