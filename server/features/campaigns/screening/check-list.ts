import {
  MAX_LISTED_LEFT_OUT,
  type CheckListFields,
  type CheckListOutput,
  type LeftOutContact,
} from '#shared/schemas/campaigns/check-list.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import {
  checkedDropDate,
  checkedLastDay,
  checkedMessage,
} from '#server/features/campaigns/preparation/draft.ts';
import { namedList } from '#server/features/campaigns/saved-lists/named-list.ts';
import { readSavedList } from '#server/features/campaigns/saved-lists/saved-list-source.ts';
import { withDivision } from '#server/features/campaigns/split/split-campaigns.ts';
import { screenList } from './screen-list.ts';

/**
 * Returns what a campaign would make of a contact list, sent or saved, without storing anything. Throws as the creation would:
 * SUBSCRIPTION_REQUIRED, INVALID_INPUT, or INVALID_CSV with all invalid lines.
 */
export async function checkList(
  deps: CampaignsDeps,
  user: SignedInUser,
  {
    fields,
    source,
    signal,
  }: { fields: CheckListFields; source: ContactSource | undefined; signal: AbortSignal | undefined },
): Promise<CheckListOutput> {
  // Before the list is read, which may be long.
  await assertSubscribed(deps, user.uid);
  const named = namedList({ source, listId: fields.list_id });
  const check = (contacts: ContactSource) => checkContacts(deps, user, fields, contacts);
  if (named.source !== undefined) return check(named.source);
  return readSavedList(deps.savedLists, { userId: user.uid, listId: named.listId }, check, signal);
}

async function checkContacts(
  deps: CampaignsDeps,
  user: SignedInUser,
  fields: CheckListFields,
  source: ContactSource,
): Promise<CheckListOutput> {
  const now = deps.clock.now();
  const { dropDate } = checkedDropDate(fields.drop_date ?? undefined, now);
  const { lastDay } = checkedLastDay(fields.last_day, dropDate, now);
  const { message } =
    fields.message === undefined ? { message: '' } : await checkedMessage(fields.message, source);
  const list: LeftOutContact[] = [];
  const campaign = { userId: user.uid, message, callingHours: fields.calling_hours, lastDay, dropDate };
  const half = fields.split && (await withDivision(deps, user.uid, fields.split));
  const incoming = { source, maxCalls: fields.max_calls ?? undefined, half };
  const { calls, leftOut, skipped, windows } = await screenList(deps, campaign, incoming, (contact) => {
    if (list.length < MAX_LISTED_LEFT_OUT) list.push(contact);
  });
  const classes = [...windows].map(([window, count]) => ({ window, count }));
  return {
    success: true,
    contacts: calls,
    classes: classes.sort((a, b) => b.count - a.count),
    skipped,
    left_out: list,
    left_out_total: leftOut,
    warnings: source.warnings?.list() ?? [],
  };
}
