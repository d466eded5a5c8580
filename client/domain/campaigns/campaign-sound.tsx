import { Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { lazyOnAction } from '#client/app/loading/lazy-with-preload.ts';
import { SoundLine } from './sound-line.tsx';

const CampaignPlayer = lazyOnAction(() => import('./campaign-player.tsx'));

/** The voice of a campaign in its row, and a button that plays its message. Give it a key of message and voice. */
export function CampaignSound({ campaign }: { campaign: CampaignView }) {
  const [asked, setAsked] = useState(false);
  const line = (
    <SoundLine
      label={`Hear ${campaign.name}`}
      icon={Play}
      busy={asked}
      onClick={() => {
        setAsked(true);
      }}
    >
      <p className="truncate text-sm text-ink-3">Voice: {campaign.voice_title}</p>
    </SoundLine>
  );
  if (!asked) return line;
  return (
    <Suspense fallback={line}>
      <CampaignPlayer campaign={campaign} />
    </Suspense>
  );
}
