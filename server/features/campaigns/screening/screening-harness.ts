import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';

/**
 * Returns dependencies by which contacts with "ZZ" as their state never have calling hours, and those in `often` were called
 * as often as is allowed.
 */
export function screenedBy(often: ReadonlySet<string>, real: CampaignsDeps): CampaignsDeps {
  return {
    ...real,
    places: { keyOf: ({ state = '' }) => state },
    calendar: {
      ...real.calendar,
      mode: 'enforce',
      nextOpening: (window, _hours, at) => (window === 'ZZ' ? undefined : at),
    },
    callLog: {
      tooOften: () =>
        Promise.resolve((calls) =>
          Promise.resolve(new Set(calls.map(({ phone }) => phone).filter((phone) => often.has(phone)))),
        ),
    },
  };
}
