import { campaignDraft, type CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import type { FileImport } from '#client/domain/import-file/import-state.ts';

/** What the steps ask for, without the contacts. Drafts keep it, and their schema says what it is. */
export type WizardForm = CampaignDraft['form'];

/** The first or the second of two messages. */
export type Part = WizardForm['part'];

/** Returns the form with the other message shown; the same form where there is none. */
export function swapped(form: WizardForm): WizardForm {
  const { other, message, messageOverrides, part } = form;
  if (other === null) return form;
  return { ...form, ...other, other: { message, messageOverrides }, part: part === 1 ? 2 : 1 };
}

/** Returns the form with the message of a part shown. */
export function withPart(form: WizardForm, part: Part): WizardForm {
  return form.part === part ? form : swapped(form);
}

/** Returns the share that a half has of a number of calls; null is any number. */
export function shareOf(whole: number | null, part: Part): number | null {
  return whole === null ? null : Math.max(1, Math.floor((whole + (part === 1 ? 1 : 0)) / 2));
}

/** Returns the form of a new campaign. */
export function emptyForm(): WizardForm {
  return campaignDraft.shape.form.parse({});
}

/** A saved list in place of a file, as it was when it was chosen. */
export type ChosenList = Pick<
  ContactListView,
  'id' | 'name' | 'size' | 'columns' | 'own_columns' | 'consent'
>;

/** The scheduled campaign that is replaced. */
export type ReplacedCampaign = Omit<NonNullable<CampaignDraft['replaces']>, 'keepsContacts'>;

/** The state of the contact file, or what is in its place: a saved list, or the people of the replaced campaign. */
export type Upload =
  FileImport | { status: 'list'; list: ChosenList } | { status: 'kept'; campaign: ReplacedCampaign };
