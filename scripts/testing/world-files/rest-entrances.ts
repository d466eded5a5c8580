import { DAY_MS } from '#shared/time-units.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { HarkClient } from '#server/app/seed/hark-client.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber } from '#server/testing/system/subscriber.ts';
import { personOf } from './person-text.ts';

type Body = Record<string, unknown>;

/** What a call answered. */
interface Answer {
  status: number;
  body: Body;
}

/** Whom a list has, or why it was refused. */
export interface RestImport {
  status: number;
  /** Errors by line, of a list that is refused. */
  errors: string[];
  warnings: string[];
  people: string[];
}

/** The REST calls that take files and contacts, as one subscriber uses them. */
export interface RestEntrances {
  /** Saves a list of contacts. */
  saveList(file: File, lastNameOptional?: boolean): Promise<RestImport>;
  /** Creates a campaign from a list; `more` has further fields. Its contacts keep none of their own columns. */
  createCampaign(file: File, more?: Record<string, string>): Promise<RestImport>;
  /** Says what a campaign would make of a list. */
  checkList(file: File): Promise<Answer>;
  /** Creates a campaign from a request in JSON, with a voice of the subscriber. */
  sendCampaign(body: Body): Promise<Answer>;
  /** Adds a list to the do-not-call list of a new user. */
  suppress(file: File): Promise<{ phones: string[]; errors: string[] }>;
  /** For other calls of the subscriber. */
  client: HarkClient;
}

/** Creates the calls of a new subscriber. */
export async function createRestEntrances(hark: TestHark): Promise<RestEntrances> {
  const { client, voiceId } = await newSubscriber(hark, 'Autumn');

  async function post(path: string, file: File, fields: Record<string, string>, cookie = client.cookie()) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('csv_file', file);
    const headers = { cookie, origin: hark.baseUrl };
    const response = await fetch(`${hark.baseUrl}${path}`, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as Body };
  }

  async function importOf({ status, body }: Answer, contactsPath: () => string): Promise<RestImport> {
    const problem = [{ line: 0, message: body['error'] }];
    if (status >= 400)
      return { status, errors: errorsIn(body['errors'] ?? problem), warnings: [], people: [] };
    const { contacts } = (await client.get(contactsPath())).body as unknown as { contacts: Contact[] };
    return {
      status,
      errors: [],
      warnings: warningsIn(body['warnings']),
      people: contacts.map(personOf).sort(),
    };
  }

  const inADay = () => new Date(Date.now() + DAY_MS).toISOString();
  return {
    async saveList(file, lastNameOptional = false) {
      const fields = { name: newId(), last_name_optional: String(lastNameOptional) };
      const saved = await post('/api/contact-lists/', file, fields);
      const { id = '' } = (saved.body['list'] ?? {}) as { id?: string };
      return importOf(saved, () => `/api/contact-lists/${id}/contacts/?limit=100`);
    },
    async createCampaign(file, more = {}) {
      const draft = { campaign_name: newId(), message: 'Hello {first_name}', voice_id: voiceId };
      const created = await post('/api/campaigns/create/', file, { ...draft, drop_date: inADay(), ...more });
      const { id = '' } = (created.body['campaign'] ?? {}) as { id?: string };
      return importOf(created, () => `/api/campaigns/${id}/contacts/?page_size=500`);
    },
    checkList: (file) => post('/api/campaigns/check-list/', file, {}),
    sendCampaign: (body) => client.post('/api/campaigns/create/', { ...body, voice_id: voiceId }),
    async suppress(file) {
      const user = await hark.newUser();
      const { status, body } = await post('/api/suppressions/import/', file, {}, user.client.cookie());
      const found = (body['invalid_rows'] ?? body) as { errors?: unknown };
      const list = await user.client.get('/api/suppressions/');
      const rows = list.body['suppressions'] as { phone: string }[];
      const problem = status < 400 || found.errors !== undefined ? [] : [`0: ${String(body['error'])}`];
      return {
        phones: rows.map(({ phone }) => phone).sort(),
        errors: [...errorsIn(found.errors), ...problem],
      };
    },
    client,
  };
}

function errorsIn(errors: unknown): string[] {
  return ((errors ?? []) as { line: number; message: string }[]).map(
    ({ line, message }) => `${String(line)}: ${message}`,
  );
}

/** Returns the warnings about the contacts of a list; others are about its message. */
function warningsIn(warnings: unknown): string[] {
  return (warnings as { code: string; count?: number; line?: number }[]).flatMap(({ code, count, line }) =>
    count === undefined ? [] : [`${code} ${String(count)} ${String(line)}`],
  );
}
