import { expect, test } from 'vitest';
import type { ExportSection } from '#server/platform/module/export-section.ts';
import { keySections } from './api-keys/export-keys.ts';
import { accountSections } from './export-account.ts';

const AT = Date.parse('2026-11-20T09:30:00Z');
const LATER = Date.parse('2026-11-21T09:30:00Z');

/** Returns the rows of each file of an account. */
async function exported(sections: ExportSection[], uid = 'ana') {
  const files: Record<string, unknown[]> = {};
  for (const { name, columns, rows } of sections) {
    const found: unknown[] = [];
    for await (const row of rows({ uid, streamId: 's' })) {
      expect(Object.keys(row).sort()).toEqual([...columns].sort());
      found.push(row);
    }
    files[name] = found;
  }
  return files;
}

test('an export has the profile, the mails that are turned off and the devices of its account', async () => {
  const PROFILE = {
    email: 'ana@example.com',
    display_name: 'Ana',
    company_name: 'Acme',
    phone: '+1 408 555 1234',
    role: 'agent',
    created_at: new Date(AT).toISOString(),
  };
  const DEVICE = { id: 's1', userAgent: 'Firefox', network: '192.0.2.1', signedInAt: AT, lastSeenAt: LATER };
  const of = <T>(uid: string, found: T) => Promise.resolve(uid === 'ana' ? found : undefined);
  const sections = accountSections({
    profileOf: (uid) => of(uid, PROFILE as never),
    users: { byId: (uid) => of(uid, { mutedMails: ['card_expiring', 'campaign_paused'] } as never) },
    sessions: { devices: async (uid) => (await of(uid, [DEVICE])) ?? [] },
  });
  expect(await exported(sections)).toEqual({
    profile: [
      {
        email: 'ana@example.com',
        name: 'Ana',
        company: 'Acme',
        phone: '+1 408 555 1234',
        role: 'agent',
        created_at: '2026-11-20T09:30:00.000Z',
      },
    ],
    'mails-turned-off': [{ mail: 'card_expiring' }, { mail: 'campaign_paused' }],
    devices: [
      {
        browser: 'Firefox',
        network: '192.0.2.1',
        signed_in_at: '2026-11-20T09:30:00.000Z',
        last_seen_at: '2026-11-21T09:30:00.000Z',
      },
    ],
  });
  expect(await exported(sections, 'bob')).toEqual({ profile: [], 'mails-turned-off': [], devices: [] });
});

test('an export has the API keys, and never what they are made of', async () => {
  const key = { name: 'Zapier', prefix: 'hark_abc', hash: 'h', scope: 'full', createdAt: new Date(AT) };
  const used = { lastUsedAt: new Date(LATER), lastUsedFrom: '192.0.2.1', expiresAt: new Date(LATER) };
  const keys = [
    { ...key, ...used, scope: 'read', prepares: true, areas: ['contacts', 'campaigns'] },
    { ...key, name: 'Old' },
  ];
  const ofUser = (uid: string) => Promise.resolve(uid === 'ana' ? keys : []);
  const files = await exported(keySections({ ofUser } as never));
  expect(files['api-keys']).toEqual([
    {
      name: 'Zapier',
      prefix: 'hark_abc',
      scope: 'prepare',
      areas: 'contacts campaigns',
      created_at: '2026-11-20T09:30:00.000Z',
      expires_at: '2026-11-21T09:30:00.000Z',
      last_used_at: '2026-11-21T09:30:00.000Z',
      last_used_from: '192.0.2.1',
    },
    expect.objectContaining({
      name: 'Old',
      scope: 'full',
      areas: expect.stringMatching(/^\w+( \w+)+$/) as string,
      expires_at: null,
      last_used_at: null,
      last_used_from: null,
    }),
  ]);
});
