import { allOf, iso, section } from '#server/platform/module/export-rows.ts';
import type { AccountEventStore } from './account-event-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the history of an account. */
export function eventSections(events: Pick<AccountEventStore, 'page'>): ExportSection[] {
  return [
    section(
      'account-history',
      ['at', 'type', 'count', 'browser', 'networks', 'detail'],
      async function* ({ uid }) {
        const history = allOf(
          (range) => events.page(uid, range),
          ({ at, _id }) => ({ at, key: _id }),
        );
        for await (const { at, type, count, userAgent, networks, detail } of history) {
          const from = { browser: userAgent ?? null, networks: networks.join(' ') };
          yield { at: iso(at), type, count, ...from, detail: Object.values(detail ?? {}).join(' · ') };
        }
      },
    ),
  ];
}
