import { expect, test } from 'vitest';
import { createCampaignContacts } from './campaign-contacts.ts';

/** Contacts over stores that record what is undone and erased. */
function recorded() {
  const done: string[] = [];
  const record = (name: string) => (campaignId: string, preparationId?: string) => {
    done.push([name, campaignId, preparationId].filter(Boolean).join(' '));
    return Promise.resolve();
  };
  const contacts = createCampaignContacts({
    contacts: { erase: record('contacts') },
    retries: { undoPreparation: record('calls') },
    leftOut: { undo: record('left out'), erase: record('left out') },
  } as unknown as Parameters<typeof createCampaignContacts>[0]);
  return { contacts, done };
}

test('an undone preparation leaves neither calls nor contacts that were left out', async () => {
  const { contacts, done } = recorded();
  await contacts.undoPreparation('c1', 'p1');
  expect(done).toEqual(['calls c1 p1', 'left out c1 p1']);
});

test('the contacts that were left out are erased with the others', async () => {
  const { contacts, done } = recorded();
  await contacts.erase('c1');
  expect(done).toEqual(['contacts c1', 'left out c1']);
});
