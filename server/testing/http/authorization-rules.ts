import type { Subscriber } from '#server/testing/system/subscriber.ts';

/** What belongs to a user, for calls that name it. */
export interface Owned extends Subscriber {
  apiKeyId: string;
  deviceId: string;
  passkeyId: string;
  exportId: string;
  previewId: string;
  testDropId: string;
  contactListId: string;
  templateId: string;
  webhookId: string;
  /** A second endpoint, which the test deletes. */
  removedWebhookId: string;
  deliveryId: string;
}

/** Who may make a call. */
export interface Rule {
  /** `owner`: a user whose things `input` names; all other users get 404, or 403. */
  who: 'anyone' | 'user' | 'owner';
  /** Whether the person must have signed in, or confirmed who they are, within the last ten minutes. */
  recent: boolean;
  /** Whether the owner can call it once only, because it removes what it names. */
  removes: boolean;
  /** The input that names things of `owner`. */
  input: (owner: Owned) => Record<string, unknown>;
}

const rule = (who: Rule['who'], input: Rule['input'] = () => ({})): Rule => ({
  who,
  recent: false,
  removes: false,
  input,
});
const anyone = rule('anyone');
const user = rule('user');
const recent = (one: Rule): Rule => ({ ...one, recent: true });
const removing = (one: Rule): Rule => ({ ...one, removes: true });
const owner = (input: Rule['input']) => rule('owner', input);

export const CONTACT = {
  id: '1',
  first_name: 'Ann',
  last_name: 'Lee',
  phone_number: '2025550143',
  recommended_phone: '12025550143',
};

const campaign = owner(({ campaignId: id }) => ({ id }));
const namedCampaign = owner(({ campaignName: campaign_name }) => ({ campaign_name }));
const contactList = owner(({ contactListId: id }) => ({ id }));
const template = owner(({ templateId: id }) => ({ id }));
const voice = owner(({ voiceId: id }) => ({ id }));
const webhook = owner(({ webhookId: id }) => ({ id }));
const delivery = owner(({ webhookId: id, deliveryId }) => ({ id, delivery: deliveryId }));
const customer = owner(({ customerId: id }) => ({ id }));

/** The rule of every procedure, and so of every documented path. A procedure without one fails the authorization test. */
export const AUTHORIZATION_RULES: Readonly<Record<string, Rule>> = {
  'auth.login': anyone,
  'auth.completeSignIn': anyone,
  'auth.beginPasskeySignIn': anyone,
  'auth.signInWithPasskey': anyone,
  'auth.logout': anyone,
  'auth.session': anyone,
  'auth.register': anyone,
  'auth.confirmEmail': anyone,
  'auth.confirmEmailWithPassword': anyone,
  'auth.correctEmail': anyone,
  'auth.resendVerification': anyone,
  'auth.resendVerificationEmail': anyone,
  'auth.checkEmailVerification': anyone,
  'auth.completeRegistration': anyone,
  'auth.requestPasswordReset': anyone,
  'auth.resetPassword': anyone,
  'auth.userInfo': user,
  'auth.updateProfile': owner(({ uid: id }) => ({ id })),
  'auth.mailChoices': user,
  'auth.setMailChoice': user,
  'firstRun.steps': user,
  'firstRun.close': user,
  'auth.requestEmailChange': recent(user),
  'auth.confirmEmailChange': anyone,
  'auth.changePassword': user,
  'auth.reauthenticate': user,
  'auth.secondFactor': user,
  'auth.beginSecondFactor': recent(user),
  'auth.enableSecondFactor': recent(user),
  'auth.disableSecondFactor': recent(user),
  'auth.renewRecoveryCodes': recent(user),
  'auth.passkeys': user,
  'auth.beginPasskeyConfirmation': user,
  'auth.confirmWithPasskey': user,
  'auth.beginPasskey': recent(user),
  'auth.addPasskey': recent(user),
  'auth.removePasskey': recent(removing(owner(({ passkeyId: id }) => ({ id })))),
  'auth.devices': user,
  'auth.signOutDevice': removing(owner(({ deviceId: id }) => ({ id }))),
  'auth.signOutEverywhere': removing(user),

  'billing.products': user,
  'billing.token': user,
  'billing.createPaymentIntent': owner(({ customerId }) => ({ productId: 'prod_hark_launch', customerId })),
  'billing.confirmPayment': owner(({ paymentIntentId, paymentMethodId }) => ({
    paymentIntentId,
    paymentMethodId,
  })),
  'billing.createSubscriptionAfterPayment': owner(({ paymentIntentId }) => ({ paymentIntentId })),
  'billing.createSubscription': owner(({ customerId }) => ({ productId: 'prod_hark_launch', customerId })),
  'billing.paymentMethods': owner(({ uid: userId }) => ({ userId })),
  'billing.defaultPaymentMethod': customer,
  'billing.updatePaymentMethod': recent(owner(({ paymentMethodId }) => ({ paymentMethodId }))),
  'billing.payOpenInvoice': owner(({ uid: id, invoiceId }) => ({ id, invoiceId })),
  'billing.buyCredits': owner(({ uid: id, paymentMethodId }) => ({ id, paymentMethodId, credits: 5_000 })),
  'billing.autoPurchase': user,
  'billing.turnOnAutoPurchase': owner(({ paymentMethodId }) => ({
    threshold: 1,
    credits: 5_000,
    max_per_month: 1,
    paymentMethodId,
  })),
  'billing.turnOffAutoPurchase': user,
  'billing.buyPacks': owner(({ paymentMethodId }) => ({ packs: 1, paymentMethodId })),
  'billing.finishPurchase': owner(({ uid: id, paymentIntentId }) => ({ id, paymentIntentId })),
  'billing.removePaymentMethod': recent(
    removing(owner(({ uid: id, paymentMethodId }) => ({ id, paymentMethodId }))),
  ),
  'billing.nextPayment': user,
  'billing.businessDetails': user,
  'billing.updateBusinessDetails': user,
  'billing.beginCardSetup': recent(user),
  'billing.subscription': customer,
  'billing.usage': user,
  'billing.transactions': customer,
  'billing.subscriptionTransactions': customer,
  'billing.downloadTransactions': customer,
  'billing.cancelPlan': customer,
  'billing.keepPlan': customer,
  'billing.creditAlert': user,
  'billing.setCreditAlert': user,

  'campaigns.list': user,
  'campaigns.group': user,
  'campaigns.calendar': user,
  'campaigns.halves': user,
  'campaigns.summary': user,
  'campaigns.get': campaign,
  'campaigns.status': campaign,
  'campaigns.progress': campaign,
  'campaigns.plan': campaign,
  'campaigns.consent': campaign,
  'campaigns.quote': user,
  'campaigns.callingPlan': user,
  'campaigns.update': campaign,
  'campaigns.delete': removing(campaign),
  'campaigns.pause': campaign,
  'campaigns.resume': campaign,
  'campaigns.execute': campaign,
  'campaigns.retry': campaign,
  'campaigns.setRetries': owner(({ campaignId: id }) => ({ id, retry: null })),
  'campaigns.retryQuote': campaign,
  'campaigns.drafts.list': user,
  'campaigns.drafts.get': user,
  'campaigns.drafts.save': user,
  'campaigns.drafts.discard': user,
  'campaigns.create': user,
  'campaigns.replace': campaign,
  'campaigns.checkList': user,
  'campaigns.contacts': campaign,
  'campaigns.saveAsList': owner(({ campaignId: id }) => ({ id, name: 'Saved people' })),
  'campaigns.leftOut': campaign,
  'campaigns.evidence': campaign,
  'campaigns.evidencePage': campaign,
  'campaigns.addContacts': owner(({ campaignId }) => ({
    campaign: campaignId,
    contacts: [{ first_name: 'Ann', phone_number: '2025550143' }],
  })),
  'campaigns.addContact': owner(({ campaignName: campaign_name }) => ({
    campaign_name,
    first_name: 'Ann',
    phone_number: '2025550144',
  })),

  'analytics.aggregates': user,
  'analytics.campaigns': user,
  'analytics.totals': user,
  'analytics.days': user,
  'analytics.downloadCampaigns': user,
  'analytics.compare': owner(({ campaignName }) => ({ kind: 'campaigns', a: campaignName, b: campaignName })),
  'analytics.campaign': namedCampaign,
  'analytics.outcomes': namedCampaign,
  'analytics.hours': rule('user', () => ({ from: '2026-11-01' })),
  'analytics.reasons': user,
  'analytics.details': namedCampaign,
  'analytics.singleCall': owner(({ campaignName: campaign_name }) => ({ campaign_name, number: 1 })),
  'analytics.download': namedCampaign,

  'voices.list': user,
  'voices.beginUpload': user,
  'voices.confirmUpload': voice,
  'voices.metadata': voice,
  'voices.stream': voice,
  'voices.update': voice,
  'voices.retry': voice,
  'voices.remove': removing(voice),

  'previews.begin': owner(({ voiceId: voice_id }) => ({ voice_id, message: 'Hello', contact: CONTACT })),
  'previews.beginOfCampaign': campaign,
  'previews.get': owner(({ previewId: id }) => ({ id })),

  'credits.balance': user,
  'credits.history': user,
  'credits.statement': user,
  'credits.flow': user,
  'credits.download': user,
  'credits.campaigns': user,

  'suppressions.list': user,
  'suppressions.download': user,
  'suppressions.add': user,
  'suppressions.importBatch': user,
  'suppressions.remove': user,

  'contactLists.list': user,
  'contactLists.create': user,
  'contactLists.combine': owner(({ contactListId: left }) => ({
    name: 'Both',
    operation: 'union',
    left,
    right: left,
  })),
  'contactLists.get': contactList,
  'contactLists.update': contactList,
  'contactLists.delete': removing(contactList),
  'contactLists.contacts': contactList,
  'contactLists.addContact': contactList,
  'contactLists.correctContact': owner(({ contactListId: id }) => ({
    id,
    phone: CONTACT.recommended_phone,
    contact: CONTACT,
  })),
  'contactLists.removeContacts': contactList,
  'contactLists.history': rule('user', () => ({ phone: CONTACT.recommended_phone })),

  'calling.profile': user,
  'calling.status': user,
  'calling.updateProfile': user,

  'testDrops.overview': user,
  'testDrops.callPhone': user,
  'testDrops.confirmPhone': user,
  'testDrops.create': user,
  'testDrops.get': owner(({ testDropId: id }) => ({ id })),

  'messageTemplates.list': user,
  'messageTemplates.create': user,
  'messageTemplates.update': template,
  'messageTemplates.delete': removing(template),

  'optOuts.webhook': user,
  'optOuts.renewWebhookSecret': recent(user),
  'optOuts.removeWebhook': recent(user),

  'apiKeys.list': user,
  'apiKeys.create': recent(user),
  'apiKeys.revoke': recent(removing(owner(({ apiKeyId: id }) => ({ id })))),

  'webhooks.list': user,
  'webhooks.get': webhook,
  'webhooks.create': recent(
    rule('user', () => ({ url: 'http://127.0.0.1:9999/hark', events: ['credits.low'] })),
  ),
  'webhooks.update': recent(webhook),
  'webhooks.delete': removing(owner(({ removedWebhookId: id }) => ({ id }))),
  'webhooks.rotateSecret': recent(webhook),
  'webhooks.sendTest': webhook,
  'webhooks.deliveries': webhook,
  'webhooks.delivery': delivery,
  'webhooks.resend': delivery,
  'webhooks.replay': owner(({ webhookId: id }) => ({
    id,
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-02T00:00:00Z',
  })),

  'accountEvents.list': user,
  'accountExport.overview': user,
  'accountExport.request': recent(user),
  'accountExport.download': recent(owner(({ exportId: id }) => ({ id }))),
  'accountDeletion.overview': user,
  'accountDeletion.request': user,
  'live.progress': user,
};
