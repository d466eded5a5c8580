import { StopPageWay } from '#client/domain/opt-outs/stop-page-way.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

/** The page of the account on which people stop its calls. */
export function StopPageCard() {
  return (
    <Card aria-label="Page to stop calls">
      <CardHeader>
        <CardTitle>Page to Stop Calls</CardTitle>
      </CardHeader>
      <ul className="mt-3.5 border-t border-line">
        <StopPageWay />
      </ul>
    </Card>
  );
}
