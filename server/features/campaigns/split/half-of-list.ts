import { createHash } from 'node:crypto';
import type { Split } from '#shared/schemas/campaigns/split.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';

/** Decides which contacts of a list belong to the other half than that of a campaign. */
export interface HalfOfList {
  /** Returns which of these numbers the campaign of the other half calls; undefined where there is none. */
  calledByOther(phones: readonly string[]): Promise<ReadonlySet<string> | undefined>;
  /** Whether the next contact that may be called, by its number, belongs to the other half; where no campaign calls that one. */
  isNextOfOther(phone: string): boolean;
}

/**
 * Returns the half of a campaign. Of each two contacts one is in either half, by chance that the test and the number decide; the
 * half that comes second has all whom the first does not call, so that nobody is in both though the list has changed.
 */
export async function halfOf(
  { campaigns, contacts }: Pick<CampaignsDeps, 'campaigns' | 'contacts'>,
  userId: string,
  { test, part }: Split,
): Promise<HalfOfList> {
  const other = await campaigns.findHalf(userId, { test, part: part === 1 ? 2 : 1 });
  // Erased contacts are not known any more: the chance of the same list decides the same again.
  const otherId = other?.isErased === false ? other.id : undefined;
  return {
    isNextOfOther: dividedByChance({ test, part }),
    calledByOther: (phones) => calledBy(contacts, otherId, phones),
  };
}

async function calledBy(
  contacts: CampaignsDeps['contacts'],
  campaignId: string | undefined,
  phones: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  if (campaignId === undefined) return undefined;
  const numbers = phones.map((phone) => ({ dialled: phone, listed: phone }));
  return new Set((await contacts.knownNumbers(campaignId, numbers)).map(({ dialled }) => dialled));
}

/** Returns whether each next number is in the other half: one of each two. */
export function dividedByChance({ test, part }: Split): (phone: string) => boolean {
  let second: boolean | undefined;
  return (phone) => {
    if (second !== undefined) {
      const isOther = second;
      second = undefined;
      return isOther;
    }
    const [byte = 0] = createHash('sha256').update(`${test}:${phone}`).digest();
    const isOther = (byte % 2) + 1 !== part;
    second = !isOther;
    return isOther;
  };
}
