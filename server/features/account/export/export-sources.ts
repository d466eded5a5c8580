import type { ExportedAccount, ExportFile, ExportSection } from '#server/platform/module/export-section.ts';
import { inOrder } from '#server/platform/module/in-order.ts';
import type { Module } from '#server/platform/module/module.ts';

/** The sections of an export, in the order of its files. */
export const SECTION_ORDER = [
  ...['profile', 'mails-turned-off', 'voices', 'api-keys', 'devices', 'account-history'],
  ...['calling-profile', 'consents', 'do-not-call', 'do-not-call-removals', 'opt-out-webhook'],
  ...['campaigns', 'unfinished-campaign', 'message-templates', 'contacts', 'left-out-contacts'],
  ...['contact-lists', 'list-contacts', 'webhooks', 'webhook-deliveries'],
  ...['credits', 'invoices', 'invoice-details', 'automatic-purchase'],
];

/** What an export is made of. */
export interface ExportSources {
  sections(): readonly ExportSection[];
  files(account: ExportedAccount): Promise<ExportFile[]>;
}

/** Returns what modules export; they are looked up when an export is made. */
export function exportSources(modules: () => readonly Module[]): ExportSources {
  const exported = () => modules().flatMap((module) => module.exported ?? []);
  return {
    sections: () =>
      inOrder(
        SECTION_ORDER,
        exported().flatMap(({ sections }) => sections),
      ),
    async files(account) {
      const files: ExportFile[] = [];
      for (const module of exported()) files.push(...((await module.files?.(account)) ?? []));
      return files;
    },
  };
}
