import {
  addContactsDraft,
  addContactsOutput,
  createCampaignOutput,
} from '#shared/schemas/campaigns/campaigns.ts';
import { createCampaignFields } from '#shared/schemas/campaigns/create-campaign.ts';
import { replaceCampaignFields, replaceCampaignOutput } from '#shared/schemas/campaigns/replace-campaign.ts';
import { checkListFields, checkListOutput } from '#shared/schemas/campaigns/check-list.ts';
import type { SignedInContext } from '#server/platform/trpc/context.ts';
import type { Upload } from '#server/platform/trpc/trpc.ts';
import { addContacts } from '#server/features/campaigns/preparation/add-contacts.ts';
import { admitList, admitPlan, admitReplacingList } from './admit-list.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import {
  createOrReplace,
  findReplaced,
  replaceCampaign,
} from '#server/features/campaigns/replacement/replace-campaign.ts';
import { findCampaign } from '#server/features/campaigns/campaign-procedure.ts';
import { checkList } from '#server/features/campaigns/screening/check-list.ts';

const MAX_ADD_BYTES = 1024 * 1024;

/**
 * Receives the contact lists of campaigns: a multipart file (field `csv_file`), or JSON above 16 KB. Lists are streamed
 * to the spool folder, one per user.
 */
export function createListUploads(
  deps: CampaignsDeps,
): Record<'create' | 'replace' | 'addContacts' | 'checkList', Upload> {
  const { listReader } = deps;
  const accepts = listReader.accepts;
  const admitReplacing = (context: SignedInContext) => admitReplacingList(deps, context);
  const admitAny = async (context: SignedInContext) => void (await admitPlan(deps, context));

  return {
    create: {
      accepts,
      receive(req, context) {
        const limits = { schema: createCampaignFields, admit: admitReplacing };
        return listReader.read(req, context, limits, async ({ replaces, ...draft }, source) =>
          createCampaignOutput.parse(await createOrReplace(deps, { ...context, replaces, draft, source })),
        );
      },
    },
    replace: {
      accepts,
      async receive(req, context) {
        const reference = String(req.params['id']);
        const campaign = await findReplaced(deps, context.user.uid, { ...context, reference });
        const limits = { schema: replaceCampaignFields, admit: admitAny };
        return listReader.read(req, context, limits, async (draft, source) =>
          replaceCampaignOutput.parse(
            await replaceCampaign(deps, { ...context, reference, campaign, draft, source }),
          ),
        );
      },
    },
    checkList: {
      accepts,
      receive(req, context, signal) {
        const limits = { schema: checkListFields, admit: admitAny, signal };
        return listReader.read(req, context, limits, async (fields, source) =>
          checkListOutput.parse(await checkList(deps, context.user, { fields, source, signal })),
        );
      },
    },
    addContacts: {
      accepts,
      async receive(req, context) {
        const campaign = await findCampaign(deps, context.user.uid, String(req.params['campaign']));
        const admit = (sender: SignedInContext) => admitList(deps, sender);
        const limits = { schema: addContactsDraft, maxBytes: MAX_ADD_BYTES, admit };
        return listReader.read(req, context, limits, async ({ consent }, source) => {
          const added = await addContacts(deps, { ...context, campaign, consent }, source);
          return addContactsOutput.parse({ success: true, ...added });
        });
      },
    },
  };
}
