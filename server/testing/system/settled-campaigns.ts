import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { deliverableContacts, draftOf } from './campaign-drafts.ts';
import { BUSY, type TestSystem } from './test-system.ts';
import type { CampaignNode } from './test-node.ts';

/** Codes that the carrier reports. */
export const [DELIVERED, BUSY_LINE, MAILBOX_FULL, DO_NOT_CALL] = [0, 4006, 4002, 4016];

/** Where campaigns are made, and for whom. The node has a carrier that reports nothing itself. */
interface Owned {
  system: TestSystem;
  node: CampaignNode;
  user: SignedInUser;
}

/** Returns how a test makes campaigns whose calls have the results that it reports. */
export function settledCampaigns(owned: () => Owned) {
  const run = (id: string) => owned().node.drops.handlers.runCampaign(id, BUSY);
  const settle = (id: string) => settleCampaign(owned().node.engine, id);
  const reportOf = (id: string, seq: number, code: number, ofRun = 1) =>
    owned().system.report(`${id}-${String(seq)}-${String(ofRun)}`, code);

  /** Reports the calls of a run, by number from 1, with these codes. */
  async function report(id: string, codes: readonly number[], ofRun = 1): Promise<void> {
    for (const [index, code] of codes.entries()) await reportOf(id, index + 1, code, ofRun);
  }

  /** Creates a campaign and hands its calls to the carrier. */
  async function placed(contacts: number): Promise<string> {
    const { node, user } = owned();
    const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
    await node.as(user).execute({ id: campaign.id });
    await run(campaign.id);
    return campaign.id;
  }

  /** A finished campaign whose calls had these results. */
  async function finished(codes: readonly number[]): Promise<string> {
    const id = await placed(codes.length);
    await report(id, codes);
    await settle(id);
    return id;
  }

  return { run, settle, reportOf, report, placed, finished };
}
