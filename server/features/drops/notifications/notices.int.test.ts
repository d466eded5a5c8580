import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OptionalMail } from '#shared/schemas/account/mail-choices.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { OVERDUE_REASON } from '#server/features/drops/start-campaign.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { MAIL_LEASE_MS, type Mail } from '#server/providers/mail/port.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { notifyOwner } from './notify-owner.ts';
import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';

const [DELIVERED, NO_FUNDS, BUSY_LINE, DENIED] = [0, 3000, 4006, 6000];

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;
let mails: Mail[];
/** The error with which the mail server rejects mails, if any. */
let mailError: Error | undefined;

beforeAll(async () => {
  system = await startTestSystem();
  clock = createTestClock();
  node = await system.startNode({
    clock,
    carrier: silentCarrier,
    mailer: {
      send(mail) {
        if (mailError !== undefined) return Promise.reject(mailError);
        mails.push(mail);
        return Promise.resolve();
      },
    },
  });
});

beforeEach(async () => {
  mails = [];
  mailError = undefined;
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

const notify = (id: string) => node.drops.handlers.notifyOwner(id);

async function placedCampaign(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

/** A campaign of 4 calls, of which all but one are delivered. */
async function finishedCampaign(): Promise<string> {
  const id = await placedCampaign(4);
  await Promise.all(
    [DELIVERED, DELIVERED, DELIVERED, BUSY_LINE].map((code, index) => reportOf(id, index + 1, code)),
  );
  await node.drops.handlers.settleCampaign(id);
  return id;
}

const reportOf = (id: string, seq: number, code: number) => system.report(`${id}-${String(seq)}-1`, code);

async function jobsFor(id: string): Promise<number> {
  return node.connection.collection('jobs').countDocuments({ name: 'notify-owner', 'data.campaignId': id });
}

describe('the mail about a campaign', () => {
  it('describes how the campaign ended', async () => {
    const id = await finishedCampaign();
    expect(await jobsFor(id)).toBe(1);
    await notify(id);
    const { campaign } = await node.as(user).get({ id });
    const [mail] = mails;
    expect(mail).toMatchObject({
      to: `${user.uid}@hark.example`,
      subject: `Your campaign "${campaign.name}" has finished`,
    });
    for (const text of [
      '3 of 4 delivered',
      '150 credits were charged for delivered voicemails and 50 credits were released',
      'Your current balance: 19,850',
      `https://hark.example/analytics/details/${encodeURIComponent(campaign.name)}`,
    ])
      expect(mail?.text).toContain(text);
  });

  it('describes why the campaign was paused', async () => {
    const id = await placedCampaign(4);
    await reportOf(id, 1, DELIVERED);
    await node.drops.handlers.settleCampaign(id);
    await reportOf(id, 2, NO_FUNDS);
    await notify(id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^Your campaign "Campaign \d+" was paused$/);
    expect(mails[0]?.text).toContain('The carrier account has no funds.');
    expect(mails[0]?.text).toContain(
      'So far 1 of 4 delivered; 50 credits were charged, 150 more are on hold.',
    );
  });

  it('counts the calls for which the campaign was paused', async () => {
    const id = await placedCampaign(60);
    const codes = Array.from({ length: 55 }, (_, index) => (index < 20 ? DELIVERED : DENIED));
    await Promise.all(codes.map((code, index) => reportOf(id, index + 1, code)));
    await node.drops.handlers.settleCampaign(id);
    await notify(id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(
      'So far 20 of 60 delivered; 1,000 credits were charged, 2,000 more are on hold.',
    );
  });

  it('says that the campaign was too late to be sent', async () => {
    const { campaign } = await node
      .as(user)
      .create({ ...draftOf(user, deliverableContacts(1)), drop_date: '' });
    clock.advance(26 * HOUR_MS);
    await node.drops.handlers.startCampaign(campaign.id);
    expect(await jobsFor(campaign.id)).toBe(1);
    await notify(campaign.id);
    expect(mails[0]?.text).toContain(OVERDUE_REASON);
  });

  it('is not sent, then or later, if its owner has turned it off when it is due', async () => {
    const muting = (mail: OptionalMail) => ({
      ...node.engine,
      users: {
        byUid: async (uid: string) => {
          const owner = await node.engine.users.byUid(uid);
          return owner && { ...owner, mutedMails: [mail] };
        },
      },
    });
    const id = await finishedCampaign();
    await notifyOwner(muting('campaign_finished'), id);
    await notify(id);
    expect(mails).toHaveLength(0);
    const other = await finishedCampaign();
    await notifyOwner(muting('campaign_paused'), other);
    expect(mails).toHaveLength(1);
  });

  it('is sent once, however many workers handle it', async () => {
    const id = await finishedCampaign();
    await Promise.all([settleCampaign(node.engine, id), settleCampaign(node.engine, id)]);
    await Promise.all(Array.from({ length: 5 }, () => notify(id)));
    await notify(id);
    expect(mails).toHaveLength(1);
    expect(await jobsFor(id)).toBe(1);
  });

  it('is sent again after a retry, and not after actions of the owner', async () => {
    const id = await finishedCampaign();
    await notify(id);
    await node.as(user).retry({ id });
    await node.as(user).pause({ id });
    await notify(id);
    await node.as(user).resume({ id });
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.report(`${id}-4-2`, DELIVERED);
    await node.drops.handlers.settleCampaign(id);
    await notify(id);
    expect(mails.map(({ text }) => /\d of 4 delivered/.exec(text)?.[0])).toEqual([
      '3 of 4 delivered',
      '4 of 4 delivered',
    ]);
    expect(new Set(mails.map((mail) => mail.id)).size).toBe(2);
  });

  it('is not lost if the process dies right after the change of status', async () => {
    const id = await placedCampaign(1);
    await reportOf(id, 1, DELIVERED);
    const interruption = interruptAt(1, 'after');
    const campaigns = interruption.around(node.engine.campaigns, ['finish']);
    void settleCampaign({ ...node.engine, campaigns }, id);
    await interruption.reached;
    expect(await jobsFor(id)).toBe(0);
    await node.drops.handlers.scan();
    expect(await jobsFor(id)).toBe(1);
    await notify(id);
    expect(mails).toHaveLength(1);
  });

  it('is sent again with the same id if the process dies before it records that it was sent', async () => {
    const id = await finishedCampaign();
    const interruption = interruptAt(1, 'before');
    const notices = interruption.around(node.engine.notices, ['close']);
    void notifyOwner({ ...node.engine, notices }, id);
    await interruption.reached;
    await notify(id);
    expect(mails).toHaveLength(1);
    clock.advance(MAIL_LEASE_MS);
    await notify(id);
    await notify(id);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map((mail) => mail.id)).size).toBe(1);
  });
});

describe('a mail server', () => {
  it('that is down is tried again later and delays nothing else', async () => {
    mailError = new ProviderUnavailable('away');
    const id = await finishedCampaign();
    expect((await node.as(user).status({ id })).status).toBe('Success');
    await notify(id);
    mailError = undefined;
    await notify(id);
    expect(mails).toHaveLength(0);
    clock.advance(31_000);
    await node.drops.handlers.scan();
    expect(await jobsFor(id)).toBe(2);
    await notify(id);
    expect(mails).toHaveLength(1);
  });

  it('that stays down is tried for three days', async () => {
    mailError = new ProviderUnavailable('away');
    const id = await finishedCampaign();
    clock.advance(73 * HOUR_MS);
    await notify(id);
    mailError = undefined;
    clock.advance(2 * HOUR_MS);
    await notify(id);
    expect(mails).toHaveLength(0);
  });

  it('that rejects a mail is not tried again', async () => {
    mailError = new ProviderRejected('no such mailbox');
    const id = await finishedCampaign();
    await notify(id);
    mailError = undefined;
    clock.advance(2 * HOUR_MS);
    await notify(id);
    expect(mails).toHaveLength(0);
  });
});

it('a notice of a pause is replaced by that of the end, and a deleted campaign has none', async () => {
  const id = await placedCampaign(2);
  await reportOf(id, 1, NO_FUNDS);
  await node.as(user).resume({ id });
  await reportOf(id, 2, DELIVERED);
  await node.drops.handlers.settleCampaign(id);
  await notify(id);
  await notify(id);
  expect(mails.map(({ subject }) => subject.replace(/".*"/, ''))).toEqual(['Your campaign  has finished']);

  const gone = await finishedCampaign();
  await node.as(user).delete({ id: gone });
  await notify(gone);
  expect(mails).toHaveLength(1);
});
