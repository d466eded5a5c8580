import { WEBHOOK_API_VERSION, webhookPayload } from '#shared/schemas/webhooks.ts';
import { SIGNATURE_HEADER } from '#shared/signature-header.ts';
import { EVENT_EXAMPLES } from './examples/events.ts';
import { STARTED } from './examples/samples.ts';
import type { Json } from './json.ts';
import { jsonSchema, type SchemaNames } from './named-schemas.ts';
import { TAGS } from './tags.ts';

const EVENT_ID = 's4t6q8n2m4x7k3w9d5b6c1v0z2';

const header = (name: string, description: string, example: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
});

const headersOf = (type: string): Json[] => [
  header(
    SIGNATURE_HEADER,
    '`t=…,v1=…`: the time in seconds, and the HMAC-SHA256 of `{t}.{body}` in hex with the secret of the endpoint. While a secret is replaced there are two `v1`. Refuse a request whose time is more than five minutes away.',
    't=1775142000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  header('Webhook-Id', 'The `id` of the event: the same on every attempt.', EVENT_ID),
  header('Webhook-Timestamp', 'When this attempt was made, in seconds.', '1775142000'),
  header(
    'Webhook-Signature',
    'As [Standard Webhooks](https://www.standardwebhooks.com) has it, so that its libraries verify it: `v1,…`, the HMAC-SHA256 of `{id}.{timestamp}.{body}` in base64, one for each secret, separated by spaces. Missing for endpoints whose secret begins with `harkwh_`: rotate it once.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    false,
  ),
  header('Hark-Event-Id', 'The same as `Webhook-Id`.', EVENT_ID),
  header('Hark-Event-Type', 'The `type` of the event.', type),
  header('Hark-Event-Attempt', 'Which attempt this is, from 1.', '1'),
];

/** Describes the requests that Hark sends to webhook endpoints, by the type of event. */
export function webhookPayloads(names: SchemaNames): Json {
  const payloads = webhookPayload.options.map((option) => {
    const [type = ''] = option.shape.type.values;
    const schema = names.refer(jsonSchema(option, 'output'));
    const example = {
      id: EVENT_ID,
      created: STARTED,
      api_version: WEBHOOK_API_VERSION,
      sequence: 184,
      type,
      data: EVENT_EXAMPLES[type],
    };
    return [type, { post: payload(type, { schema, example }) }] as const;
  });
  return Object.fromEntries(payloads);
}

function payload(type: string, media: Json): Json {
  return {
    operationId: `event.${type}`,
    tags: [TAGS['webhooks']?.name],
    summary: `Sent to your endpoint: ${type}`,
    description:
      'Sent at least once: handle each `id` once. Order events by `sequence`: one that is tried again does not hold back the others. Any response but 2xx is tried again for three days, with growing delays.',
    security: [],
    parameters: headersOf(type),
    requestBody: { required: true, content: { 'application/json': media } },
    responses: {
      200: { description: 'Any 2xx: it has arrived' },
      400: { description: 'Any other status: it is sent again' },
    },
  };
}
