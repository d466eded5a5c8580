import { useEffect } from 'react';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Notice } from '#client/ui/display/notice.tsx';
import { momentText } from '#client/ui/display/moment-text.ts';
import { resultText } from './webhook-text.ts';

/** How often the result of a test is looked up until there is one. */
const INTERVAL_MS = 700;

/** What became of a test event. */
export function TestResult({ id, delivery: deliveryId }: { id: string; delivery: string }) {
  const { data, error } = trpc.webhooks.delivery.useQuery(
    { id, delivery: deliveryId },
    { refetchInterval: ({ state }) => (state.data?.delivery.attempts ? false : INTERVAL_MS) },
  );
  const { webhooks } = trpc.useUtils();
  const isSent = data !== undefined && data.delivery.attempts > 0;
  useEffect(() => {
    // The endpoint names its last success and whether it fails.
    if (isSent) void webhooks.list.invalidate();
  }, [isSent, webhooks]);
  if (error !== null && data === undefined)
    return (
      <Notice tone="failed" className="basis-full">
        {errorText(error, 'The result of the test could not be loaded.')}
      </Notice>
    );
  if (data === undefined || data.delivery.attempts === 0)
    return (
      <Notice tone="info" className="basis-full">
        The test event is being sent.
      </Notice>
    );
  const { delivery } = data;
  if (delivery.status === 'delivered')
    return (
      <Notice tone="delivered" className="basis-full">
        The test event was accepted: HTTP {delivery.response_status} within{' '}
        {delivery.recent_attempts[0]?.duration_ms} ms.
      </Notice>
    );
  return (
    <Notice tone="failed" title="The test event was not accepted" className="basis-full">
      {resultText(delivery)}.
      {delivery.next_attempt_at !== null &&
        ` The next attempt is on ${momentText(delivery.next_attempt_at)}.`}
    </Notice>
  );
}
