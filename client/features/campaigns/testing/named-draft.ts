import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import type { CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { emptyForm } from '#client/features/campaigns/wizard/wizard-form.ts';

/** Returns a draft that has a name alone. */
export function namedDraft(name: string, savedAt = 1): CampaignDraft {
  return {
    step: 1,
    stepId: 'name',
    file: null,
    list: null,
    contacts: null,
    first: null,
    replaces: null,
    reading: AS_WRITTEN,
    publishKey: null,
    savedAt,
    form: { ...emptyForm(), name },
  };
}
