import { StopPageWay } from '#client/domain/opt-outs/stop-page-way.tsx';
import { WebhookWay } from '#client/domain/opt-outs/webhook-way.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

/** How people put their numbers on the do-not-call list of the user themselves. */
export default function OptOutsCard() {
  return (
    <Card aria-label="Opting out">
      <CardHeader>
        <CardTitle>Opting Out</CardTitle>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        How people stop your voicemails themselves. Their numbers are added to this list at once, also for
        campaigns that are being sent.
      </p>
      <ul className="divide-y divide-line border-t border-line">
        <StopPageWay />
        <WebhookWay />
      </ul>
    </Card>
  );
}
