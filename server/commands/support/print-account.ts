import { formatNumber } from '#shared/formats.ts';
import { formatTable, type Column } from '../lib/table.ts';
import type { AccountReport } from './read-account.ts';

const RIGHT = 'right' as const;
const count = (title: string): Column => ({ title, align: RIGHT });

/** Returns the report of an account as lines of text, without control characters that a name may contain. */
export function accountLines(report: AccountReport): string[] {
  const { campaigns, holds, voices, api_keys, webhooks, errors, events } = report;
  return [
    ...(report.worker_up
      ? []
      : ['No worker has been up for a minute: nothing is called, settled or mailed.', '']),
    ...stopLines(report),
    ...summaryLines(report),
    ...section(
      'Campaigns by status',
      [{ title: 'STATUS' }, count('CAMPAIGNS'), count('CALLS'), count('DELIVERED'), count('FAILED')],
      campaigns.by_status.map((sum) => [
        sum.status,
        ...[sum.campaigns, sum.total, sum.delivered, sum.failed].map(formatNumber),
      ]),
    ),
    ...section(
      'Latest campaigns',
      [
        ...[{ title: 'ID' }, { title: 'NAME' }, { title: 'STATUS' }, { title: 'START (UTC)' }],
        ...['CALLS', 'DELIVERED', 'FAILED', 'HELD', 'CHARGED'].map(count),
      ],
      campaigns.latest.map((one) => [
        ...[one.id, one.name, one.status, time(one.drop_date)],
        ...[one.total, one.delivered, one.failed, one.held, one.charged].map(formatNumber),
      ]),
    ),
    ...section(
      'Open holds',
      [{ title: 'CAMPAIGN' }, { title: 'NAME' }, count('CALLS'), count('CREDITS')],
      [
        ...holds.open.map((one) => [
          ...[one.campaign_id, one.campaign ?? '', formatNumber(one.calls), formatNumber(one.credits)],
        ]),
        ...(holds.other === 0 ? [] : [['others', '', '', formatNumber(holds.other)]]),
      ],
    ),
    ...section(
      'Voices',
      [{ title: 'ID' }, { title: 'TITLE' }, { title: 'STATE' }, { title: 'CLONED' }],
      voices.map((one) => [one.id, one.title, one.state, one.cloned ? 'yes' : 'no']),
    ),
    ...section(
      'API keys',
      ['ID', 'NAME', 'SCOPE', 'EXPIRES (UTC)', 'LAST USED (UTC)'].map((title) => ({ title })),
      api_keys.map((one) => [one.id, one.name, one.scope, time(one.expires_at), time(one.last_used_at)]),
    ),
    ...section(
      'Webhooks',
      ['ID', 'HOST', 'STATE', 'LAST DELIVERED (UTC)', 'FAILING SINCE (UTC)'].map((title) => ({ title })),
      webhooks.map((one) => [
        ...[one.id, one.host, one.enabled ? 'on' : `off (${one.disabled_reason ?? 'owner'})`],
        ...[time(one.last_success_at), time(one.failing_since)],
      ]),
    ),
    ...section(
      'Last errors',
      [{ title: 'TIME (UTC)' }, { title: 'OF' }, { title: 'PROBLEM' }],
      errors.map((one) => [time(one.at), one.of, one.problem]),
    ),
    ...section(
      'Last account events',
      [{ title: 'TIME (UTC)' }, { title: 'EVENT' }, count('COUNT'), { title: 'DETAIL' }],
      events.map((one) => [time(one.at), one.type, formatNumber(one.count), one.detail ?? '']),
    ),
  ].map(printable);
}

/** Says why nothing is called for the account, if so, that it is being erased, and that its second factor will be removed. */
function stopLines({ calls_stopped, account }: AccountReport): string[] {
  const { suspended_at, deleted_at, unfinished_steps, second_factor } = account;
  const lines = [
    ...(calls_stopped === null
      ? []
      : [
          `All calls are stopped since ${time(calls_stopped.at)} by ${calls_stopped.by}: ${calls_stopped.reason}`,
        ]),
    ...(deleted_at === null ? [] : [deletionLine(deleted_at, unfinished_steps)]),
    ...(suspended_at === null ? [] : [`The account is suspended since ${time(suspended_at)}.`]),
    ...(second_factor.removal_asked_at === null ? [] : [removalLine(second_factor.removed_at)]),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function deletionLine(at: string, unfinished: readonly string[]): string {
  const steps = unfinished.length === 0 ? '' : ` Not done in the last pass: ${unfinished.join(', ')}.`;
  return `The account is being erased since ${time(at)}.${steps}`;
}

function removalLine(at: string | null): string {
  if (at === null) return 'Its second factor is to be removed; the mail about it waits for a worker.';
  return `Its second factor is removed on ${time(at)}, unless it is used before.`;
}

function summaryLines({ account, plan, credits }: AccountReport): string[] {
  const owed = credits.debt > 0 ? `, ${formatNumber(credits.debt)} owed` : '';
  const ends = plan?.cancel_at_period_end === true ? 'ends' : 'renews';
  const rows: [string, string][] = [
    ['Account', `${account.email} (uid ${account.uid})`],
    ['Name', [account.name, account.company, account.phone].filter((part) => part !== '').join(', ')],
    ['Created', `${time(account.created_at)}, email ${account.verified_at === null ? 'not ' : ''}verified`],
    ['Plan', plan === null ? 'none' : `${plan.name}, ${plan.status}, ${ends} ${time(plan.period_end)}`],
    [
      'Credits',
      `${formatNumber(credits.available)} available, ${formatNumber(credits.held)} held${owed}, ` +
        `${formatNumber(credits.expiring)} expiring; ${formatNumber(credits.events)} events in stream ${account.credit_stream}`,
    ],
  ];
  return rows.map(([name, value]) => `${name.padEnd(8)} ${value}`);
}

/** Returns a titled table; a line that says so without rows. */
function section(title: string, columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return ['', `${title}: none`];
  return ['', title, ...formatTable(columns, rows)];
}

function time(at: string | null): string {
  return at === null ? '' : at.slice(0, 19).replace('T', ' ');
}

/** A name could otherwise move the cursor of a terminal. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '?');
}
