import type { CallStatus } from '#shared/campaign-lifecycle.ts';
import { StatusPill, type StatusTone } from '#client/ui/display/status-pill.tsx';

const TONE: Readonly<Record<CallStatus, StatusTone>> = {
  pending: 'neutral',
  sending: 'neutral',
  success: 'delivered',
  failed: 'failed',
};

/** The status of a call; neutral until it is final. */
export function CallStatusPill({ status }: { status: CallStatus }) {
  return <StatusPill tone={TONE[status]}>{status}</StatusPill>;
}
