import type { UpdateCampaignFields } from '#shared/schemas/campaigns.ts';
import { AppError } from '#server/errors.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { checkedDropDate, checkedMessage, checkedVoice } from './draft.ts';
import type { VisibleCampaign } from './present-campaign.ts';
import { refuse } from './refuse.ts';

/** Changes a campaign that is Scheduled, or Paused before its first drop; what is not given stays (contract §6). */
export async function updateCampaign(
  deps: CampaignsDeps,
  user: SignedInUser,
  campaign: VisibleCampaign,
  fields: UpdateCampaignFields,
): Promise<VisibleCampaign> {
  const name = fields.campaign_name ?? fields.name;
  const changes = {
    ...(name !== undefined && { name, liveName: name }),
    ...(fields.message !== undefined && checkedMessage(fields.message)),
    ...(fields.drop_date !== undefined && checkedDropDate(fields.drop_date, deps.clock.now())),
    ...(fields.drops_per_minute !== undefined && { dropsPerMinute: fields.drops_per_minute }),
    ...(fields.voice_id !== undefined && (await checkedVoice(deps, user.uid, fields.voice_id))),
  };
  const changed = await deps.campaigns.edit(campaign._id, ['Scheduled', 'Paused'], changes);
  if (changed === 'taken')
    throw new AppError('ALREADY_EXISTS', `You already have a campaign named "${name ?? ''}".`);
  if (changed === undefined) throw await refusal(deps, campaign);
  if (changed.status === 'Scheduled') await deps.engine.runAt(changed._id, changed.dropDate);
  return changed as VisibleCampaign;
}

async function refusal({ campaigns }: CampaignsDeps, { _id }: VisibleCampaign): Promise<AppError> {
  const campaign = await campaigns.find(_id);
  if (campaign?.status === 'Paused' && campaign.preparing === undefined) {
    return new AppError('ILLEGAL_TRANSITION', 'A campaign cannot be changed after its first drop.');
  }
  return refuse('update', campaign);
}
