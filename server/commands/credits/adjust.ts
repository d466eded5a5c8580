import { userInfo } from 'node:os';
import { formatNumber } from '#shared/formats.ts';
import type { Refusal } from '#server/features/credits/api.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { SupportContext } from './support-context.ts';
import { UsageError } from '../lib/usage-error.ts';

interface Adjustment {
  email: string;
  amount: number;
  reason: string;
  id: string | undefined;
  json: boolean;
}

/** Appends a correction to a user's stream. Returns exit code 0, or 1 if the ledger rejects it. */
export async function adjust(
  context: SupportContext,
  { email, amount, reason, id = newId(), json }: Adjustment,
): Promise<number> {
  if (!/^[\w-]+$/.test(id)) throw new UsageError('--id: letters, digits, "-" and "_" only.');
  const { _id: uid, streamId } = await context.userNamed(email);
  const detail = { action: `Correction of ${formatNumber(amount)} credits`, reason };
  await context.events.record({ uid, type: 'support_action', detail, key: `adjust:${id}` });
  const result = await context.credits.adjust({ id, streamId, amount, reason, by: userInfo().username });
  if (!result.ok) {
    if (json) await context.print(JSON.stringify({ email, id, refusal: result.refusal }, undefined, 2));
    else await context.print(`Refused: ${explain(result.refusal)}`);
    return 1;
  }
  const { version, balance } = result.event;
  if (json) {
    await context.print(
      JSON.stringify({ email, id, version, amount, repeated: result.repeated, balance }, undefined, 2),
    );
    return 0;
  }
  const done = result.repeated ? 'was adjusted before' : 'adjusted';
  await context.print(
    `${email} ${done} by ${formatNumber(amount)} (version ${String(version)}, id ${id}): ` +
      `${formatNumber(balance.available)} available, ${formatNumber(balance.held)} held.`,
  );
  return 0;
}

function explain(refusal: Refusal): string {
  if (refusal.type === 'KeyConflict') return 'this id was used for another correction.';
  if (refusal.type !== 'InsufficientCredits') return `${refusal.type}.`;
  return `${formatNumber(refusal.needed)} are to be taken, ${formatNumber(refusal.available)} are available.`;
}
