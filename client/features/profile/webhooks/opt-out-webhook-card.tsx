import { WebhookWay } from '#client/domain/opt-outs/webhook-way.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

/** The webhook that puts numbers on the do-not-call list. */
export function OptOutWebhookCard() {
  return (
    <Card aria-label="Opt-out webhook">
      <CardHeader>
        <CardTitle>Opt-Out Webhook</CardTitle>
      </CardHeader>
      <ul className="mt-3.5 border-t border-line">
        <WebhookWay />
      </ul>
    </Card>
  );
}
