import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentGateway, TaxId } from './port.ts';
import { ofCustomer } from './stripe-missing-customer.ts';
import { stripeCall, stripeFind, type Stripe } from './stripe-sdk.ts';

/** Tax numbers of customers at Stripe, which allows several of them. */
export function stripeTaxIds(stripe: Stripe): Pick<PaymentGateway, 'setTaxId'> {
  const list = async (customer: string) =>
    (
      await ofCustomer(stripe, customer, () =>
        stripe.taxIds.list({ owner: { type: 'customer', customer }, limit: 100 }),
      )
    ).data;

  return {
    async setTaxId(customer, taxId) {
      let saved = await list(customer);
      let refused = false;
      if (taxId !== undefined && !saved.some((one) => isSame(one, taxId))) {
        const owner = { type: 'customer' as const, customer };
        try {
          await stripeCall(() => stripe.taxIds.create({ ...taxId, owner }));
        } catch (error) {
          refused = error instanceof ProviderRejected && error.vendorCode === 'tax_id_invalid';
          if (!refused) throw error;
        }
        saved = await list(customer);
      }
      // Two processes may have created the same one: both keep the oldest.
      const kept = saved.findLast((one) => taxId !== undefined && isSame(one, taxId));
      for (const { id } of saved) if (id !== kept?.id) await stripeFind(() => stripe.taxIds.del(id));
      return refused ? 'refused' : 'saved';
    },
  };
}

/** Whether a stored tax number is the wanted one; Stripe may have changed its separators. */
function isSame(stored: Stripe.TaxId, { type, value }: TaxId): boolean {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z\d]/g, '');
  return stored.type === type && plain(stored.value) === plain(value);
}
