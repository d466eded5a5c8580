import type { StripeError } from '@stripe/stripe-js';

/** The fields of an intent that pages use. */
export interface LocalIntent {
  id: string;
  object: 'payment_intent' | 'setup_intent';
  status: string;
  payment_method: string | null;
}

export type IntentResult =
  { intent: LocalIntent; error?: undefined } | { error: StripeError; intent?: undefined };

/** Client of the local Stripe, authorized by the publishable key and the client secret of an intent. */
export class LocalStripeApi {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  retrieve(clientSecret: string): Promise<IntentResult> {
    const query = new URLSearchParams({ key: this.#key, client_secret: clientSecret });
    return this.#send(`${pathOf(clientSecret)}?${query.toString()}`, {});
  }

  confirm(clientSecret: string, params: object): Promise<IntentResult> {
    return this.#post(clientSecret, 'confirm', params);
  }

  /** Completes the authentication of an intent. */
  authenticate(clientSecret: string, passed: boolean): Promise<IntentResult> {
    return this.#post(clientSecret, 'authenticate', { passed });
  }

  #post(clientSecret: string, action: string, params: object): Promise<IntentResult> {
    return this.#send(`${pathOf(clientSecret)}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: this.#key, client_secret: clientSecret, ...params }),
    });
  }

  async #send(url: string, init: RequestInit): Promise<IntentResult> {
    try {
      const response = await fetch(url, init);
      const body = (await response.json()) as LocalIntent & { error?: StripeError };
      return body.error === undefined ? { intent: body } : { error: body.error };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The connection was lost';
      return { error: { type: 'api_connection_error', message } };
    }
  }
}

function pathOf(clientSecret: string): string {
  const id = clientSecret.split('_secret_')[0] ?? '';
  return `/local/stripe/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`;
}
