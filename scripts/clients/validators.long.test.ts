import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { createIntegrator, type Integrator } from '#server/testing/system/integrator.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { installPackages } from '../lib/packages.mjs';
import { startPrism, type Prism } from '../testing/prism.ts';

const TIMEOUT_MS = 300_000;
const HEADER = 'id,firstname,lastname,phonenumber,recommendedphone';

/** The rules that Spectral recommends and the document does not follow, and why. */
const EXCEPTIONS = {
  'path-keys-no-trailing-slash': 'the documents of the product fix the paths, most with a slash at the end',
  'operation-description': 'the summary says what a call does; more is in the guides of /docs',
  'info-contact': 'whoever runs this Hark is not known to it',
} as const;

/** What of Spectral is used here. */
interface SpectralModule {
  Spectral: new () => {
    setRuleset(ruleset: object): void;
    run(document: string): Promise<{ code: string | number; message: string; path: unknown[] }[]>;
  };
}

let hark: TestHark;
let prism: Prism;
let integrator: Integrator;
let folder: string;
let vendors: string;
let document: string;
beforeAll(async () => {
  vendors = await installPackages('vendors');
  hark = await startHark();
  integrator = await createIntegrator(hark);
  folder = await mkdtemp(join(tmpdir(), 'hark-validators-'));
  document = await (await fetch(`${hark.baseUrl}/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), document);
  prism = await startPrism(vendors, join(folder, 'openapi.json'), hark.baseUrl);
}, TIMEOUT_MS);
afterAll(async () => {
  await prism.stop();
  await hark.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes a call through Prism; returns the status, and the answer if Prism let it pass. */
async function call(method: string, path: string, body?: object) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${prism.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${integrator.key}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (text.includes('stoplight.io/prism'))
    return { status: `Prism: ${text}`, answer: {} as Record<string, unknown> };
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, answer: (isJson ? JSON.parse(text) : {}) as Record<string, unknown> };
}

function listOf(people: number): FormData {
  const rows = Array.from(
    { length: people },
    (_, n) => `${String(n)},Ann,Lee,+1202555${String(1_000 + n)},1202555${String(1_000 + n)}`,
  );
  const form = new FormData();
  form.append('name', 'Patients');
  form.append('csv_file', new Blob([`${HEADER}\n${rows.join('\n')}\n`]), 'patients.csv');
  return form;
}

it(
  'Prism finds nothing in the main job that the document does not describe',
  { timeout: TIMEOUT_MS },
  async () => {
    const uploaded = await call('POST', '/api/contact-lists/form/', listOf(30));
    expect(uploaded).toMatchObject({ status: 201 });
    const { id: list_id } = uploaded.answer['list'] as { id: string };
    const message = 'Hello {first_name}, this is Diaz Dental. To stop these messages, call (202) 555-0100.';
    const drop_date = new Date(Date.now() + DAY_MS).toISOString();
    const plan = { list_id, message, drop_date };
    const created = await call('POST', '/api/campaigns/create/', {
      ...plan,
      campaign_name: 'Through Prism',
      voice_id: integrator.voiceId,
    });
    expect(created).toMatchObject({ status: 201 });
    const { id } = created.answer['campaign'] as { id: string };
    const webhook = { url: 'https://hooks.example/hark', events: ['campaign.*'] };
    const steps: [number, string, string, object?][] = [
      [200, 'POST', '/api/campaigns/check-list/', plan],
      [200, 'POST', `/api/campaigns/${id}/pause/`],
      [200, 'POST', `/api/campaigns/${id}/resume/`],
      [202, 'POST', `/api/campaigns/${id}/execute/`, { force: true }],
      ...[
        ...[
          '',
          'status/',
          'contacts/?page_size=7',
          'contacts/?page_size=7&cursor=7',
          'left-out/',
          'consent/',
        ].map((rest) => `/api/campaigns/${id}/${rest}`),
        ...[
          `/api/campaigns/${id}/evidence/`,
          '/api/campaigns/?limit=1',
          '/api/voices/',
          '/api/call-reasons/',
        ],
        ...[
          '/api/contact-lists/',
          `/api/contact-lists/${list_id}/`,
          '/api/calling-profile/',
          '/api/webhooks/',
        ],
        ...[`/api/contact-lists/${list_id}/contacts/?limit=5`, '/api/contacts/12025551000/history/'],
        ...['/users/user-info/', '/api/suppressions/', '/api/suppressions/export.csv', '/api/test-drops/'],
        ...['/dropcowboy/credits/', '/dropcowboy/credits/history.csv', '/dropcowboy/aggregates/'],
        ...['/dropcowboy/analytics/?limit=1', '/dropcowboy/analytics/campaigns.csv', '/payments/products/'],
        ...['details/', 'details/download/'].map((part) => `/dropcowboy/analytics/${part}Through%20Prism/`),
      ].map((path): [number, string, string] => [200, 'GET', path]),
      [200, 'POST', '/api/suppressions/', { phone: '+12025550143' }],
      [400, 'POST', '/api/suppressions/', { phone: '12' }],
      [201, 'POST', '/api/webhooks/', webhook],
      [404, 'GET', '/api/campaigns/unknown/status/'],
      [
        409,
        'POST',
        '/api/campaigns/create/',
        {
          ...plan,
          campaign_name: 'Agreed',
          voice_id: integrator.voiceId,
          expected_cost: 1,
        },
      ],
    ];
    const wrong: unknown[] = [];
    for (const [expected, method, path, body] of steps) {
      const { status } = await call(method, path, body);
      if (status !== expected) wrong.push([method, path, expected, status]);
    }
    expect(wrong).toEqual([]);
  },
);

it('Prism refuses what the document does not describe', async () => {
  const { status } = await call('POST', '/api/campaigns/create/', {});
  expect(status).toContain('Invalid request');
});

it('the document follows the recommended rules of Spectral', { timeout: TIMEOUT_MS }, async () => {
  const load = createRequire(vendors);
  const { Spectral } = load('@stoplight/spectral-core') as SpectralModule;
  const { oas } = load('@stoplight/spectral-rulesets') as { oas: object };
  const spectral = new Spectral();
  const off = Object.fromEntries(Object.keys(EXCEPTIONS).map((rule) => [rule, 'off']));
  spectral.setRuleset({ extends: [[oas, 'recommended']], rules: off });
  const found = await spectral.run(document);
  expect(found.map(({ code, message, path }) => [code, message, path.join('/')].join(' '))).toEqual([]);
});
