import fc from 'fast-check';
import { z } from 'zod';
import { test } from 'vitest';
import { expectLinear, hostileShapes, type TextShape } from '#shared/fixtures/linear-cost.ts';
import { ContactListParser } from '#server/features/campaigns/contact-list/contact-list-parser.ts';
import { searchName } from '#server/features/contact-lists/list-contact-store.ts';
import { searchBranches } from '#server/features/drops/call-lists/call-search.ts';
import { requestIdOf } from '#server/platform/http/observe-request.ts';
import { browserOf } from '#server/platform/lib/browser-of.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import { scrub } from '#server/platform/lib/text/scrub.ts';
import { signedDigest } from '#server/features/do-not-call/opt-outs/webhook/check-signature.ts';
import { parseJson } from '#server/providers/parse-json.ts';

const CHUNK = 1_024;

/** Reads a list of contacts as it arrives, whatever it is. */
function readContacts(text: string): void {
  const parser = new ContactListParser(z.object({ name: z.string() }));
  const body = Buffer.from(text);
  try {
    for (let at = 0; at < body.length && !parser.isTooLong; at += CHUNK)
      parser.write(body.subarray(at, at + CHUNK));
    parser.end();
  } catch {
    // Refused: what it costs until then is measured.
  }
}

/** Everything that reads text which a stranger sent. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'contacts as JSON': (text) => {
    readContacts(text);
    readContacts(`{"name":"a","contacts":[{"first_name":${JSON.stringify(text)}}`);
    readContacts(`{"contacts":[${text}`);
  },
  'the JSON of a provider': (text) => {
    try {
      return parseJson(text);
    } catch {
      return undefined;
    }
  },
  'the browser of a client': browserOf,
  'the id of a request': requestIdOf,
  'the signature of an opt-out': (text) => signedDigest('secret', text, Buffer.from(text), new Date()),
  'a searched call': searchBranches,
  'a searched name': searchName,
  'text in a log': scrub,
  'text in a page': escapeHtml,
};
const N = 32_000;
/** One sort of character, and one of another at the end: what makes a pattern try every division of the rest. */
const RUNS = ['0', ' ', '-', 'x'].map((unit) => ({ unit, last: '"' }));

test.each(Object.entries(PARSERS))('the time to read %s grows as its length', (_, parse) => {
  fc.assert(
    fc.property(hostileShapes, (shape) => {
      expectLinear(shape, parse, N);
    }),
    { numRuns: 5, examples: RUNS.map((shape): [TextShape] => [shape]) },
  );
});
