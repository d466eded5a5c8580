/** The groups of calls, by the router that has them; the order is that of the document and the page. */
export const TAGS: Readonly<Record<string, { name: string; description: string }>> = {
  campaigns: { name: 'Campaigns', description: 'Create, start, pause, change and delete campaigns.' },
  voices: { name: 'Voices', description: 'The voices that messages are spoken in.' },
  contactLists: { name: 'Lists', description: 'Saved contact lists, of which campaigns are made.' },
  analytics: { name: 'Results', description: 'What became of the calls of campaigns.' },
  webhooks: { name: 'Webhooks', description: 'Endpoints of yours that events are sent to.' },
  suppressions: { name: 'Do not call', description: 'Numbers that no campaign of yours calls.' },
  previews: { name: 'Previews', description: 'A message as it is spoken to one contact.' },
  testDrops: { name: 'Test calls', description: 'A voicemail to your own phone.' },
  calling: { name: 'Calling profile', description: 'What holds for all calls of your account.' },
  credits: { name: 'Credits', description: 'What you can spend, and where it went.' },
  billing: { name: 'Billing', description: 'Plans, payments, cards and invoices.' },
  auth: { name: 'Account', description: 'Registration, sessions and your profile.' },
};

/** Returns the name of the group of an operation, such as `campaigns.create`. */
export function tagOf(operationId: string): string {
  const router = operationId.split('.')[0] ?? '';
  return TAGS[router]?.name ?? router;
}
