import { formatNumber } from '#shared/formats.ts';
import { auditStream, type StreamReport } from '#server/features/credits/audit/audit.ts';
import type { AuditSource } from '#server/features/credits/audit/audit-source.ts';
import type { AuditRange } from '#server/features/credits/audit/audit-range.ts';
import type { Finding } from '#server/features/credits/audit/check-stream.ts';
import { Progress } from '../lib/progress.ts';
import type { SupportContext } from './support-context.ts';

interface AuditCommand {
  email: string | undefined;
  /** The stream to begin with, of an audit of all. */
  from?: string | undefined;
  range?: AuditRange;
  json: boolean;
}

interface Audited {
  streams: number;
  events: number;
  differences: (Finding & { user: string })[];
  inProgress: { user: string; text: string }[];
}

/**
 * Audits one user's stream, or all, and prints one line per difference as it is found. Returns exit code 1 if there are
 * any. Work in progress is printed but is not a difference.
 */
export async function audit(context: SupportContext, command: AuditCommand): Promise<number> {
  const { json } = command;
  const progress = new Progress('events');
  const audited = await auditAll(context, command, progress, async (difference) => {
    progress.clear();
    if (!json) await context.print(`${difference.user}  ${lineOf(difference)}`);
  });
  progress.clear();
  const { streams, events, differences, inProgress } = audited;
  // What one account or a part shows to be right says nothing of the others.
  if (differences.length > 0 || isOfAll(command)) await context.recordAudit(differences.length);
  if (json) {
    await context.print(JSON.stringify({ streams, events, differences, inProgress }, undefined, 2));
  } else {
    for (const { user, text } of inProgress) await context.print(`${user}  in progress: ${text}`);
    await context.print(summary(streams, events, differences.length));
  }
  return differences.length === 0 ? 0 : 1;
}

function isOfAll({ email, from, range = {} }: AuditCommand): boolean {
  return email === undefined && from === undefined && Object.values(range).every((end) => end === undefined);
}

async function auditAll(
  context: SupportContext,
  { email, from, range = {} }: AuditCommand,
  progress: Progress,
  onDifference: (difference: Audited['differences'][number]) => Promise<void>,
): Promise<Audited> {
  const { store } = context.credits.audit;
  const owners = await context.owners();
  const audited: Audited = { streams: 0, events: 0, differences: [], inProgress: [] };
  const streams = email === undefined ? store.streams(from) : [await context.streamOf(email)];
  const resumption = email === undefined ? sayHowToResume(progress) : undefined;
  try {
    for await (const streamId of streams) {
      resumption?.at(streamId);
      const onEvents = (events: number) => {
        progress.add(events, ` in ${formatNumber(audited.streams + 1)} streams`);
      };
      const { report, owner } = await auditOwned(
        context,
        { streamId, owner: owners.get(streamId) },
        (causes) => auditStream(store, causes, streamId, { range, onEvents }),
      );
      const user = owner ?? `erased account ${streamId}`;
      audited.streams += 1;
      audited.events += report.events;
      for (const difference of report.differences) {
        const named = { user, ...difference };
        audited.differences.push(named);
        await onDifference(named);
      }
      audited.inProgress.push(...report.inProgress.map((text) => ({ user, text })));
    }
  } catch (error) {
    resumption?.say();
    throw error;
  } finally {
    resumption?.end();
  }
  return audited;
}

/**
 * Audits a stream as that of its owner, or of an erased account. Differences of an account that was opened or erased since the
 * owners were read may be those of its campaigns, which come and go with it: it is audited again as what it is now.
 */
async function auditOwned(
  context: Pick<SupportContext, 'causes' | 'lastingCauses' | 'ownerOf'>,
  { streamId, owner }: { streamId: string; owner: string | undefined },
  auditWith: (causes: AuditSource[]) => Promise<StreamReport>,
): Promise<{ report: StreamReport; owner: string | undefined }> {
  for (;;) {
    const report = await auditWith(owner === undefined ? context.lastingCauses : context.causes);
    if (report.differences.length === 0) return { report, owner };
    const before = owner;
    owner = await context.ownerOf(streamId);
    if ((owner === undefined) === (before === undefined)) return { report, owner };
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Says on an interruption with which stream to begin again. The audit writes nothing, so the process ends at once. */
function sayHowToResume(progress: Progress) {
  let streamId: string | undefined;
  const say = () => {
    progress.clear();
    if (streamId !== undefined)
      console.error(`Not all streams were audited. Go on with: npm run credits -- audit --from ${streamId}`);
  };
  const onSignal = () => {
    say();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, onSignal);
  return {
    at(current: string) {
      streamId = current;
    },
    say,
    end() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
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
