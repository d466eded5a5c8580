/** What an API key can be limited to. */
export const API_KEY_AREAS = [
  'campaigns',
  'contacts',
  'voices',
  'analytics',
  'billing',
  'webhooks',
  'account',
] as const;
export type ApiKeyArea = (typeof API_KEY_AREAS)[number];

/** The area of each router, and so of its documented paths. */
const AREA_OF_ROUTER: Readonly<Partial<Record<string, ApiKeyArea>>> = {
  campaigns: 'campaigns',
  testDrops: 'campaigns',
  messageTemplates: 'campaigns',
  live: 'campaigns',
  contactLists: 'contacts',
  suppressions: 'contacts',
  optOuts: 'contacts',
  voices: 'voices',
  previews: 'voices',
  analytics: 'analytics',
  credits: 'billing',
  billing: 'billing',
  webhooks: 'webhooks',
  auth: 'account',
  calling: 'account',
  apiKeys: 'account',
  accountEvents: 'account',
  firstRun: 'account',
  accountDeletion: 'account',
  accountExport: 'account',
};

/** Areas in which a key that is limited to areas changes nothing, as that is paying. */
const READ_ONLY: readonly ApiKeyArea[] = ['billing'];

/** Returns the area of a procedure such as `campaigns.create`; undefined if its router has none. */
export function areaOf(procedure: string): ApiKeyArea | undefined {
  return AREA_OF_ROUTER[procedure.split('.')[0] ?? ''];
}

/** Returns why a key that is limited to areas may not make a call, for a person; undefined if it may. */
export function areaRefusal(
  areas: readonly ApiKeyArea[],
  call: { procedure: string; changes: boolean },
): string | undefined {
  const area = areaOf(call.procedure);
  if (area === undefined || !areas.includes(area))
    return `This API key may not use the area "${area ?? 'none'}". It is limited to: ${areas.join(', ')}.`;
  if (call.changes && READ_ONLY.includes(area))
    return `An API key that is limited to areas may only read in the area "${area}".`;
  return undefined;
}
