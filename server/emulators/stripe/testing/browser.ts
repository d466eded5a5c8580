import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';

/** Response of the local Stripe to a browser. */
export interface BrowserResponse {
  status: number;
  /** Status of the intent, if the response contains one. */
  intentStatus: string | undefined;
  error: { code: string; message: string } | undefined;
}

export const PAYS = '4242 4242 4242 4242';
export const DECLINED = '4000 0000 0000 0002';
/** Can be saved, but not charged. */
export const SAVES_ONLY = '4000 0000 0000 0341';
export const NO_FUNDS = '4000 0000 0000 9995';
export const REFUND_FAILS = '4000 0000 0000 5126';
export const DISPUTED = '4000 0000 0000 0259';
export const INQUIRED = '4000 0000 0000 1976';
export const AUTHENTICATES = '4000 0027 6000 3184';

/** Creates a client that acts as a browser: over HTTP, with the publishable key and a client secret. */
export function createTestBrowser(origin: string, key: string = LOCAL_STRIPE_KEYS.publishableKey) {
  async function post(clientSecret: string, action: string, params: object): Promise<BrowserResponse> {
    const id = clientSecret.split('_secret_')[0] ?? '';
    const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    const response = await fetch(`${origin}/local/stripe/v1/${kind}/${id}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, client_secret: clientSecret, ...params }),
    });
    const body = (await response.json()) as { status?: string; error?: { code: string; message: string } };
    return { status: response.status, intentStatus: body.status, error: body.error };
  }

  return {
    /** Confirms a payment or setup intent with card details. */
    confirm(clientSecret: string, number: string, card: { exp_year?: number; cvc?: string } = {}) {
      const details = { number, exp_month: 12, exp_year: new Date().getFullYear() + 3, cvc: '123', ...card };
      return post(clientSecret, 'confirm', { payment_method_data: { type: 'card', card: details } });
    },
    authenticate: (clientSecret: string, passed: boolean) => post(clientSecret, 'authenticate', { passed }),
  };
}

export type TestBrowser = ReturnType<typeof createTestBrowser>;
