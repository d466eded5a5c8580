import type { Appearance, StripeAddressElementOptions, StripeError } from '@stripe/stripe-js';
import type { LocalStripeApi } from './api.ts';
import { addressFields, addressValue, billingDetails, cardFields, expiryOf } from './form-fields.ts';
import { LocalElement } from './local-element.ts';

const NOTE =
  'This is a local stand-in for Stripe. Pay with 4242 4242 4242 4242, any date to come and any code.';

export interface ElementsOptions {
  clientSecret?: string;
  appearance?: Appearance;
}

/** The elements of one payment or setup, as returned by `stripe.elements()`. */
export class LocalElements {
  readonly #api: LocalStripeApi;
  readonly #elements = new Map<string, LocalElement>();
  readonly clientSecret: string | undefined;
  appearance: Appearance | undefined;

  constructor(api: LocalStripeApi, { clientSecret, appearance }: ElementsOptions) {
    this.#api = api;
    this.clientSecret = clientSecret;
    this.appearance = appearance;
  }

  create(type: string, options: Partial<StripeAddressElementOptions> = {}): LocalElement {
    const element = type === 'address' ? this.#address(options) : this.#payment();
    this.#elements.set(type, element);
    return element;
  }

  getElement(type: string | { __elementType?: string }): LocalElement | null {
    return this.#elements.get(typeof type === 'string' ? type : (type.__elementType ?? '')) ?? null;
  }

  update({ appearance }: ElementsOptions): void {
    this.appearance = appearance ?? this.appearance;
    for (const element of this.#elements.values()) element.showAppearance(this.appearance);
  }

  /** Validates all forms and focuses the first incomplete one. */
  submit(): Promise<{ error?: StripeError }> {
    const incomplete = [...this.#elements.values()].filter((element) => element.check() !== undefined);
    incomplete[0]?.focusError();
    const message = incomplete[0]?.check();
    return Promise.resolve(message === undefined ? {} : { error: { type: 'validation_error', message } });
  }

  fetchUpdates(): Promise<{ error?: undefined }> {
    return Promise.resolve({});
  }

  /** Returns the form values as `payment_method_data`. */
  paymentMethodData(): object {
    const { number = '', expiry = '', cvc = '' } = this.#elements.get('payment')?.values ?? {};
    const { month, year } = expiryOf(expiry);
    const address = this.#elements.get('address')?.values;
    return {
      type: 'card',
      card: { number, exp_month: month, exp_year: year, cvc },
      ...(address === undefined ? {} : { billing_details: billingDetails(address) }),
    };
  }

  #payment(): LocalElement {
    const fields = cardFields(new Date());
    return new LocalElement({
      elementType: 'payment',
      fields,
      appearance: this.appearance,
      valueOf: () => ({ type: 'card' }),
      note: NOTE,
      loaded: this.#load(),
    });
  }

  #address(options: Partial<StripeAddressElementOptions>): LocalElement {
    const fields = addressFields(options);
    return new LocalElement({
      elementType: 'address',
      fields,
      appearance: this.appearance,
      valueOf: addressValue,
      loaded: Promise.resolve(),
    });
  }

  /** Rejects if the intent does not exist, is canceled or has succeeded. */
  async #load(): Promise<void> {
    const { intent, error } = await this.#api.retrieve(this.clientSecret ?? '');
    if (error !== undefined) throw Object.assign(new Error(error.message), error);
    if (intent.status === 'canceled' || intent.status === 'succeeded')
      throw new Error(`This form can no longer be used: the intent is ${intent.status}.`);
  }
}
