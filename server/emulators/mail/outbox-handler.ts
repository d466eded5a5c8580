import type { RequestHandler } from 'express';
import type { OutboxModel } from './outbox-model.ts';
import { outboxPage } from './outbox-page.ts';

const SHOWN = 500;
/** The page runs no script, and the mails in it cannot either. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** `GET /local/outbox`: the mails, newest first, as JSON, or as a page to a browser (contract §4). */
export function createOutboxHandler(model: OutboxModel): RequestHandler {
  return async (req, res) => {
    const mails = await model.find({}, { _id: 0 }).sort({ at: -1, _id: -1 }).limit(SHOWN).lean();
    res.set('Cache-Control', 'no-store').vary('Accept');
    if (req.accepts(['json', 'html']) === 'html')
      res.set('Content-Security-Policy', PAGE_POLICY).send(outboxPage(mails));
    else res.json(mails);
  };
}
