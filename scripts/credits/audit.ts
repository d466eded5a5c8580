import { formatNumber } from '#shared/formats.ts';
import { auditStream, type StreamReport } from '#server/credits/audit/audit.ts';
import type { Finding } from '#server/credits/audit/finding.ts';
import type { SupportContext } from './support-desk.ts';

/**
 * Audits one user's stream, or all of them, and prints one line a difference. Answers 1 where there is any; what is
 * only in progress is told and is no difference.
 */
export async function audit(
  desk: SupportContext,
  { email, json }: { email: string | undefined; json: boolean },
): Promise<number> {
  const { store } = desk.credits.audit;
  const owners = await desk.owners();
  const streams = email === undefined ? store.streams() : [(await desk.userNamed(email)).streamId];
  const reports: StreamReport[] = [];
  for await (const streamId of streams) {
    // With an account its campaigns are erased; the events stay and are checked by themselves.
    reports.push(await auditStream(store, owners.has(streamId) ? desk.causes : [], streamId));
  }
  const named = (streamId: string) => owners.get(streamId) ?? `erased account ${streamId}`;
  const differences = reports.flatMap((report) => report.differences);
  const inProgress = reports.flatMap((report) =>
    report.inProgress.map((text) => ({ user: named(report.streamId), text })),
  );
  const events = reports.reduce((sum, report) => sum + report.events, 0);
  if (json) {
    const told = differences.map((one) => ({ user: named(one.streamId), ...one }));
    desk.print(
      JSON.stringify({ streams: reports.length, events, differences: told, inProgress }, undefined, 2),
    );
  } else {
    for (const difference of differences) desk.print(`${named(difference.streamId)}  ${lineOf(difference)}`);
    for (const { user, text } of inProgress) desk.print(`${user}  in progress: ${text}`);
    desk.print(summary(reports.length, events, differences.length));
  }
  return differences.length === 0 ? 0 : 1;
}

function lineOf({ version, key, text }: Finding): string {
  const event = [
    ...(version === undefined ? [] : [`version ${String(version)}`]),
    ...(key === undefined ? [] : [key]),
  ];
  return `${event.join(' ')} ${text}`;
}

function summary(streams: number, events: number, differences: number): string {
  const count = (n: number, one: string, more: string) =>
    `${n === 0 ? 'no' : formatNumber(n)} ${n === 1 ? one : more}`;
  const seen = `${count(streams, 'stream', 'streams')}, ${count(events, 'event', 'events')}`;
  return `Audited ${seen}: ${count(differences, 'difference', 'differences')}.`;
}
