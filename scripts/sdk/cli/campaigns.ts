import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { parseUtc } from '#shared/drop-schedule.ts';
import type {
  CampaignView,
  campaignListOutput,
  campaignStatusOutput,
  createCampaignOutput,
} from '#shared/schemas/campaigns/campaigns.ts';
import { optionOf, table, write, type Command, type Run } from './command.ts';
import { fileOf, textOf } from './files.ts';
import { UsageError } from './usage-error.ts';

type Status = z.infer<typeof campaignStatusOutput>;

const MOST = 20;
const EVERY_SECONDS = 5;

const list: Command = {
  usage: '[--limit <n>]',
  text: 'List campaigns, the latest first',
  options: { limit: { type: 'string' } },
  args: { least: 0, most: 0 },
  async run(run) {
    const limit = wholeOf(run, 'limit') ?? MOST;
    const campaigns: CampaignView[] = [];
    const pages = run.calls.pages<z.infer<typeof campaignListOutput>>('/api/campaigns/');
    for await (const page of pages) {
      campaigns.push(...page.campaigns);
      if (campaigns.length >= limit) break;
    }
    const shown = campaigns.slice(0, limit);
    const rows = shown.map(({ id, name, status, drop_date: start, delivered, total }) => [
      id,
      name.replace(/\s+/g, ' '),
      status,
      start,
      `${String(delivered)} of ${String(total)}`,
    ]);
    write(run, shown, table([['ID', 'NAME', 'STATUS', 'START', 'DELIVERED'], ...rows]));
    return 0;
  },
};

const create: Command = {
  usage:
    '--name <name> --message <text> --voice <id> (--csv <file> | --list <id>) [--at <time>] [--expected-cost <credits>]',
  text: 'Schedule a campaign for the contacts of a file, or of a saved list',
  options: {
    name: { type: 'string' },
    description: { type: 'string' },
    message: { type: 'string' },
    'message-file': { type: 'string' },
    voice: { type: 'string' },
    csv: { type: 'string' },
    list: { type: 'string' },
    at: { type: 'string' },
    'per-minute': { type: 'string' },
    'skip-invalid': { type: 'boolean' },
    'expected-cost': { type: 'string' },
  },
  args: { least: 0, most: 0 },
  async run(run) {
    const messageFile = optionOf(run, 'message-file');
    const fields = {
      campaign_name: needed(run, 'name'),
      description: optionOf(run, 'description'),
      message: messageFile === undefined ? needed(run, 'message') : await textOf(messageFile, run.stdin),
      voice_id: needed(run, 'voice'),
      drop_date: startOf(run),
      drops_per_minute: wholeOf(run, 'per-minute'),
      // A dearer campaign is refused, and holds nothing.
      expected_cost: wholeOf(run, 'expected-cost'),
      skip_invalid: run.options['skip-invalid'] === true ? true : undefined,
    };
    const [csv, listId] = [optionOf(run, 'csv'), optionOf(run, 'list')];
    if ((csv === undefined) === (listId === undefined)) throw new UsageError('Give either --csv or --list.');
    const [path, body] =
      csv === undefined
        ? ['/api/campaigns/create/', { ...fields, list_id: listId }]
        : ['/api/campaigns/create/form/', { ...fields, csv_file: await fileOf(csv, run.stdin) }];
    const created = await run.calls.post<z.infer<typeof createCampaignOutput>>(path, { body });
    const { campaign, credit_cost: cost } = created;
    const people = `${String(campaign.total)} ${campaign.total === 1 ? 'contact' : 'contacts'}`;
    const text = `${campaign.id}\t${campaign.name}: ${people} from ${campaign.drop_date}, ${String(cost)} credits on hold.`;
    write(run, created, text);
    return 0;
  },
};

const watch: Command = {
  usage: '<id or name> [--every <seconds>]',
  text: 'Show the progress of a campaign until it ends; exits with 1 unless it ends in Success',
  options: { every: { type: 'string' } },
  args: { least: 1, most: 1 },
  async run(run) {
    const every = wholeOf(run, 'every') ?? EVERY_SECONDS;
    const params = { path: { id: run.args[0] } };
    for (let shown = ''; ;) {
      const status = await run.calls.get<Status>('/api/campaigns/{id}/status/', { params });
      const line = run.options['json'] === true ? JSON.stringify(status) : progressOf(status);
      if (line !== shown) run.stdout.write(`${line}\n`);
      shown = line;
      if (status.status === 'Success') return 0;
      if (status.status === 'Failed' || status.status === 'Paused') return 1;
      await wait(every * 1_000);
    }
  },
};

const exportCalls: Command = {
  usage: '<name>',
  text: 'Write the calls of a campaign as CSV to standard output',
  args: { least: 1, most: 1 },
  async run(run) {
    const path = '/{provider}/analytics/details/download/{campaign_name}/';
    const params = { path: { provider: 'dropcowboy', campaign_name: run.args[0] } };
    const csv = await run.calls.get<ReadableStream>(path, { params, parseAs: 'stream' });
    await csv.pipeTo(new WritableStream({ write: (bytes: Uint8Array) => writeTo(run.stdout, bytes) }));
    return 0;
  },
};

/** The commands for campaigns, by name. */
export const CAMPAIGN_COMMANDS: Readonly<Record<string, Command>> = {
  'campaigns list': list,
  'campaigns create': create,
  'campaigns watch': watch,
  'campaigns export': exportCalls,
};

function progressOf({ status, total, delivered, failed, pending }: Status): string {
  return `${status}\t${String(delivered)} of ${String(total)} delivered, ${String(failed)} failed, ${String(pending)} pending`;
}

function writeTo(stdout: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(bytes, (error) => {
      if (error == null) resolve();
      else reject(error);
    });
  });
}

function needed(run: Run, name: string): string {
  const value = optionOf(run, name);
  if (value === undefined) throw new UsageError(`Give --${name}.`);
  return value;
}

/** Returns when calling begins. A time that has passed would begin it at once, and nobody asked for that. */
function startOf(run: Run): string | undefined {
  const value = optionOf(run, 'at');
  if (value === undefined) return undefined;
  const start = parseUtc(value);
  if (start === null) throw new UsageError('--at must be a time such as 2027-01-12T15:00:00Z.');
  if (start <= Date.now()) throw new UsageError('The time of --at has passed.');
  return value;
}

function wholeOf(run: Run, name: string): number | undefined {
  const value = optionOf(run, name);
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new UsageError(`--${name} must be a whole number above 0.`);
  return Number(value);
}
