import { formatNumber } from '#shared/formats.ts';
import { auditStream, type StreamReport } from '#server/credits/audit/audit.ts';
import type { Finding } from '#server/credits/audit/check-stream.ts';
import type { SupportContext } from './support-context.ts';

/**
 * Audits one user's stream, or all, and prints one line per difference. Returns exit code 1 if there are any. Work
 * in progress is printed but is not a difference.
 */
export async function audit(
  context: SupportContext,
  { email, json }: { email: string | undefined; json: boolean },
): Promise<number> {
  const { store } = context.credits.audit;
  const owners = await context.owners();
  const streams = email === undefined ? store.streams() : [await context.streamOf(email)];
  const reports: StreamReport[] = [];
  for await (const streamId of streams) {
    const causes = owners.has(streamId) ? context.causes : context.lastingCauses;
    reports.push(await auditStream(store, causes, streamId));
  }
  const ownerOf = (streamId: string) => owners.get(streamId) ?? `erased account ${streamId}`;
  const differences = reports.flatMap((report) => report.differences);
  const inProgress = reports.flatMap((report) =>
    report.inProgress.map((text) => ({ user: ownerOf(report.streamId), text })),
  );
  const events = reports.reduce((sum, report) => sum + report.events, 0);
  if (json) {
    const named = differences.map((one) => ({ user: ownerOf(one.streamId), ...one }));
    context.print(
      JSON.stringify({ streams: reports.length, events, differences: named, inProgress }, undefined, 2),
    );
  } else {
    for (const difference of differences)
      context.print(`${ownerOf(difference.streamId)}  ${lineOf(difference)}`);
    for (const { user, text } of inProgress) context.print(`${user}  in progress: ${text}`);
    context.print(summary(reports.length, events, differences.length));
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
