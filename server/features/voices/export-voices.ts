import { iso, section } from '#server/platform/module/export-rows.ts';
import type { VoiceRecord } from './voice-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the active voices of an account. */
export function voiceSections(recordings: (uid: string) => Promise<VoiceRecord[]>): ExportSection[] {
  return [
    section('voices', ['id', 'title', 'description', 'created_at'], async function* ({ uid }) {
      for (const { _id: id, title, description, createdAt } of await recordings(uid))
        yield { id, title, description, created_at: iso(createdAt) };
    }),
  ];
}
