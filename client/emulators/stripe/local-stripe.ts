import type { Appearance, Stripe, StripeError } from '@stripe/stripe-js';
import { LocalStripeApi, type IntentResult, type LocalIntent } from './api.ts';
import { askToAuthenticate } from './challenge.ts';
import { LocalElements, type ElementsOptions } from './local-elements.ts';

/** The release that @stripe/stripe-js expects; it logs a warning for any other. */
const VERSION = 'endive';

interface Confirmation {
  elements?: LocalElements;
  clientSecret?: string;
  confirmParams?: { payment_method?: string; return_url?: string };
  redirect?: 'if_required' | 'always';
}

type PaymentResult =
  { paymentIntent: LocalIntent; error?: undefined } | { error: StripeError; paymentIntent?: undefined };
type SetupResult =
  { setupIntent: LocalIntent; error?: undefined } | { error: StripeError; setupIntent?: undefined };

/** The part of Stripe.js that Hark uses, implemented with the local Stripe. */
class LocalStripe {
  readonly #api: LocalStripeApi;
  #appearance: Appearance | undefined;

  constructor(key: string) {
    this.#api = new LocalStripeApi(key);
  }

  elements(options: ElementsOptions = {}): LocalElements {
    this.#appearance = options.appearance;
    return new LocalElements(this.#api, options);
  }

  async confirmPayment(confirmation: Confirmation): Promise<PaymentResult> {
    return toPayment(await this.#confirm(confirmation));
  }

  async confirmSetup(confirmation: Confirmation): Promise<SetupResult> {
    const { intent, error } = await this.#confirm(confirmation);
    return error === undefined ? { setupIntent: intent } : { error };
  }

  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<PaymentResult> {
    return toPayment(await this.#nextAction(clientSecret, await this.#api.retrieve(clientSecret)));
  }

  async retrievePaymentIntent(clientSecret: string): Promise<PaymentResult> {
    return toPayment(await this.#api.retrieve(clientSecret));
  }

  /** The React components check only that these exist. */
  readonly createToken = unsupported;
  readonly createPaymentMethod = unsupported;
  readonly confirmCardPayment = unsupported;

  async #confirm({
    elements,
    clientSecret = elements?.clientSecret ?? '',
    confirmParams,
    redirect,
  }: Confirmation): Promise<IntentResult> {
    const invalid = await elements?.submit();
    if (invalid?.error !== undefined) return { error: invalid.error };
    const params =
      elements === undefined
        ? { payment_method: confirmParams?.payment_method }
        : { payment_method_data: elements.paymentMethodData() };
    const result = await this.#nextAction(clientSecret, await this.#api.confirm(clientSecret, params));
    if (result.intent !== undefined && redirect !== 'if_required')
      returnTo(confirmParams?.return_url, result.intent);
    return result;
  }

  /** Shows the authentication dialog if the intent requires action. */
  async #nextAction(clientSecret: string, result: IntentResult): Promise<IntentResult> {
    if (result.intent?.status !== 'requires_action') return result;
    return this.#api.authenticate(clientSecret, await askToAuthenticate(this.#appearance));
  }
}

function toPayment({ intent, error }: IntentResult): PaymentResult {
  return error === undefined ? { paymentIntent: intent } : { error };
}

function returnTo(url: string | undefined, intent: LocalIntent): void {
  if (url === undefined) return;
  const target = new URL(url);
  target.searchParams.set(intent.object, intent.id);
  target.searchParams.set('redirect_status', intent.status);
  window.location.assign(target);
}

function unsupported(): never {
  throw new Error('The local Stripe emulator does not support this method');
}

/** Installs the emulator as `window.Stripe`. Call it before `loadStripe`, which then loads no script. */
export function installLocalStripe(): void {
  const create = (key: string) => new LocalStripe(key) as unknown as Stripe;
  window.Stripe = Object.assign(create, { version: VERSION });
}
