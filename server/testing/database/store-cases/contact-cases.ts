import { ANYWHERE } from '#shared/calling/window-class.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { ContactStore } from '#server/features/drops/contacts/contact-store.ts';
import { RetryStore } from '#server/features/drops/contacts/retry-store.ts';
import { createLeftOutModel, LeftOutStore } from '#server/features/drops/contacts/left-out-store.ts';
import { CAMPAIGN, contactId, NOT_STARTED, PHONES } from '../known-ids.ts';
import { contactEnding } from '../../system/campaign-drafts.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const idle = () => Promise.resolve();

const contacts: StoreCases<ContactStore> = {
  file: 'server/features/drops/contacts/contact-store.ts',
  open: ({ connection }) => new ContactStore(createContactModel(connection), () => ANYWHERE),
  calls: {
    insert: (store) =>
      store.insert({
        campaignId: 'c-new',
        preparationId: 'create',
        run: 1,
        firstSeq: 1,
        later: false,
        contacts: [contactEnding('0001')],
      }),
    knownNumbers: (store) =>
      store.knownNumbers(
        CAMPAIGN,
        PHONES.map((listed) => ({ listed, dialled: listed })),
      ),
    page: async (store) => {
      const list = { id: CAMPAIGN, total: 5_000, unusedSeqs: [{ from: 4_020, to: 4_029 }] };
      await store.page(list, 0, 50);
      await store.page(list, 4_000, 50);
    },
    stream: (store) => store.stream(CAMPAIGN),
    erase: (store) => store.erase('c-105'),
    eraseBefore: (store) => store.eraseBefore('c-105', 50, idle, idle),
    move: (store) => store.move('c-105', 'c-106', idle),
    eraseSettled: (store) => store.eraseSettled(CAMPAIGN, 10),
    hasAny: (store) => store.hasAny(CAMPAIGN),
  },
};

const retries: StoreCases<RetryStore> = {
  file: 'server/features/drops/contacts/retry-store.ts',
  open: ({ connection }) => new RetryStore(createContactModel(connection)),
  calls: {
    undoPreparation: async (store) => {
      await store.undoPreparation(CAMPAIGN, 'retry');
      await store.undoPreparation(NOT_STARTED, 'add');
    },
    listRetryable: async (store) => {
      await store.listRetryable(CAMPAIGN, { afterSeq: 0, limit: 1_000 });
      await store.listRetryable(CAMPAIGN, { afterSeq: 0, limit: 1_000, among: [1, 2, 3] });
    },
    requeue: (store) => store.requeue(CAMPAIGN, [6, 16].map(contactId), 'retry', 2),
    countOfPreparation: (store) => store.countOfPreparation(CAMPAIGN, 'retry'),
    retriedReasons: (store) => store.retriedReasons(CAMPAIGN, 'retry'),
  },
};

const leftOut: StoreCases<LeftOutStore> = {
  file: 'server/features/drops/contacts/left-out-store.ts',
  open: ({ connection }) => new LeftOutStore(createLeftOutModel(connection)),
  calls: {
    insert: (store) =>
      store.insert([
        {
          campaignId: 'c-new',
          preparationId: 'create',
          firstSeq: 1,
          line: 2,
          phone: '12025000001',
          name: 'Ana',
          reason: 'do not call',
        },
      ]),
    undo: (store) => store.undo(CAMPAIGN, 'preparation-4'),
    countsOf: (store) => store.countsOf(CAMPAIGN, 'preparation-8'),
    stream: (store) => store.stream(CAMPAIGN),
    erase: (store) => store.erase('c-105'),
    eraseBefore: (store) => store.eraseBefore('c-105', 50, idle),
    move: (store) => store.move('c-105', 'c-106', idle),
  },
};

export const contactCalls = [...callsOf(contacts), ...callsOf(retries), ...callsOf(leftOut)];
