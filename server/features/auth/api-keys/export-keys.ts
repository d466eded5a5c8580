import { API_KEY_AREAS } from '#shared/api-key-areas.ts';
import { iso, section } from '#server/platform/module/export-rows.ts';
import { scopeOf, type ApiKeyStore } from './api-key-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the API keys of an account. */
export function keySections(keys: Pick<ApiKeyStore, 'ofUser'>): ExportSection[] {
  return [
    section(
      'api-keys',
      ['name', 'prefix', 'scope', 'areas', 'created_at', 'expires_at', 'last_used_at', 'last_used_from'],
      async function* ({ uid }) {
        for (const key of await keys.ofUser(uid)) {
          const { name, prefix, areas = API_KEY_AREAS, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = key;
          const used = { last_used_at: iso(lastUsedAt), last_used_from: lastUsedFrom ?? null };
          const times = { created_at: iso(createdAt), expires_at: iso(expiresAt), ...used };
          yield { name, prefix, scope: scopeOf(key), areas: areas.join(' '), ...times };
        }
      },
    ),
  ];
}
