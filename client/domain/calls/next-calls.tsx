import { useState } from 'react';
import { nextCallsText } from '#shared/calling/zone-names.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';

/** Says when a campaign that waits for calling hours goes on: `Next calls at 9:00 AM Central`. */
export default function NextCalls({ next: { at, zone } }: { next: NonNullable<CampaignView['next_calls']> }) {
  const [now] = useState(() => new Date());
  const text = nextCallsText({ at: new Date(at), zone }, now);
  return <time dateTime={at}>{text.charAt(0).toUpperCase() + text.slice(1)}</time>;
}
