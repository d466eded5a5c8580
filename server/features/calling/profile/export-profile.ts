import { section } from '#server/platform/module/export-rows.ts';
import type { CallingProfiles } from '#server/features/calling/api.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns what a user has set for all calls. */
export function profileSections(profiles: Pick<CallingProfiles, 'find'>): ExportSection[] {
  return [
    section(
      'calling-profile',
      [
        ...['callback_number', 'consent_basis', 'consent_own_words', 'consent_obtained_at', 'consent_source'],
        ...['signature', 'call_limit_calls', 'call_limit_days', 'test_phone'],
      ],
      async function* ({ uid }) {
        const profile = await profiles.find(uid);
        const { callbackNumber, defaultConsent: consent, signature, callLimit, testPhone } = profile;
        yield {
          callback_number: callbackNumber ?? null,
          consent_basis: consent?.basis ?? null,
          consent_own_words: consent?.own_words ?? null,
          consent_obtained_at: consent?.obtained_at ?? null,
          consent_source: consent?.source ?? null,
          signature: signature ?? null,
          call_limit_calls: callLimit.calls,
          call_limit_days: callLimit.days,
          test_phone: testPhone ?? null,
        };
      },
    ),
  ];
}
