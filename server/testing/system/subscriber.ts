import { DAY_MS } from '#shared/time-units.ts';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { demoContacts } from '#server/app/seed/demo-data.ts';
import { confirmOverHttp, payPlan, uploadVoice, type PaidPlan } from '#server/app/seed/account-setup.ts';
import { expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import type { TestHark } from './hark.ts';

const RECORDING = await melodyMp3(1, 1);

/** A user with a plan, a card, a voice and a campaign. */
export interface Subscriber extends PaidPlan {
  client: HarkClient;
  email: string;
  uid: string;
  paymentMethodId: string;
  /** The invoice that was paid for the plan. */
  invoiceId: string;
  voiceId: string;
  campaignId: string;
  campaignName: string;
}

/** Registers a user, pays a plan, uploads a voice and schedules a campaign for tomorrow. */
export async function newSubscriber(hark: TestHark, campaignName: string): Promise<Subscriber> {
  const user = await hark.newUser();
  const { client, uid } = user;
  const paid = await payPlan(client, confirmOverHttp(hark.baseUrl), 'launch');
  const details = { title: 'Ana, warm', description: 'At the desk' };
  const voiceId = await uploadVoice(client, hark.baseUrl, details, RECORDING);
  const created = await client.post('/api/campaigns/create/', {
    campaign_name: campaignName,
    drop_date: new Date(Date.now() + DAY_MS).toISOString(),
    message: 'Hello {first_name}',
    voice_id: voiceId,
    contacts: demoContacts(1, 212, 0),
  });
  const { campaign } = expectOk(created) as { campaign: { id: string } };
  const cards = await client.get(`/payments/billing/${uid}/payment-methods`);
  const [card] = expectOk(cards)['payment_methods'] as { id: string }[];
  const paymentMethodId = card?.id ?? '';
  const paidInvoices = await client.get(`/payments/billing/${uid}/transactions`);
  const [invoice] = expectOk(paidInvoices)['transactions'] as { id: string }[];
  const invoiceId = invoice?.id ?? '';
  return { ...user, ...paid, paymentMethodId, invoiceId, voiceId, campaignId: campaign.id, campaignName };
}
