import { CONTACT_COLUMNS, sampleCsv } from '#shared/contacts/columns/contact-columns.ts';
import { MAX_OWN_COLUMNS } from '#shared/contacts/columns/own-columns.ts';
import { MAX_CSV_BYTES } from '#shared/contacts/contact-file.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { formatNumber } from '#shared/formats.ts';
import { MAX_CELL_LENGTH, MAX_CONTACT_LISTS, MAX_LISTED_CONTACTS } from '#shared/limits.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { Guide } from './guide.ts';

/** Returns how a list of contacts is uploaded, what a file needs, and what is said of its errors. */
export function listsGuide(baseUrl: string): Guide {
  const upload = [
    `curl -H "Authorization: Bearer $HARK_API_KEY" ${baseUrl}/api/contact-lists/form/ \\`,
    '  -F name=Patients -F csv_file=@patients.csv',
  ];
  const html = `<p>A list is sent once and used by any number of campaigns, which take its <code>id</code> as <code>list_id</code>. A campaign
can also be created with contacts of its own, as JSON or as a file, in the same form.</p>
<pre tabindex="0">${escapeHtml(upload.join('\n'))}</pre>
<h3>The file</h3>
<p>CSV in UTF-8 or UTF-16, or with its encoding in <code>charset</code>, up to ${formatBytes(MAX_CSV_BYTES)}. Its first line names the columns; upper and
lower case, spaces and order do not matter. Needed: ${columns(true)}. Known as well: ${columns(false)}. Up to ${String(MAX_OWN_COLUMNS)} other
columns are kept as your own, which messages can use as placeholders. A cell has up to ${formatNumber(MAX_CELL_LENGTH)} characters.</p>
<pre tabindex="0">${escapeHtml(sampleCsv().trim())}</pre>
<p><code>RecommendedPhone</code> is the number that is called: a US or Canadian one, however it is punctuated. A number that appears twice
is called once.</p>
<h3>Errors of rows</h3>
<p>All rows are checked before anything is stored. If some are wrong the answer is <a href="#INVALID_CSV"><code>INVALID_CSV</code></a> with
<code>errors</code>: the line and what is wrong, line 2 being the first row. Creating a campaign leaves them out instead if you send
<code>skip_invalid=true</code>. <a href="#campaigns.checkListFromForm">Checking a list</a> says beforehand who would be called, and what it
would cost.</p>
<p>A column that says who must not be called, such as “Do Not Call”, “DNC” or “Opted Out”, is read as well: a row where it is set is an
error, and so is a contact in JSON with such a field in <code>custom</code>. Any text but a plain
no, such as “No”, “0” or “not registered”, sets it. “Phone 2 DNC” counts if Phone 2 is called; what is said of
e-mail or text messages alone does not.</p>
<h3>Consent</h3>
<p>Every list has a consent: on what basis, since when and from where these people may be called. Without one in the request
it is that of the calling profile.</p>
<h3>Limits</h3>
<p>An account has up to ${formatNumber(MAX_CONTACT_LISTS)} lists with ${formatNumber(MAX_LISTED_CONTACTS)} contacts in all. The same contacts sent again return the
list that has them, with <code>existing: true</code>.</p>`;
  return { id: 'uploading-a-list', title: 'Uploading a list', html };
}

function columns(required: boolean): string {
  const shown = CONTACT_COLUMNS.filter((column) => column.required === required);
  return shown.map(({ header }) => `<code>${header}</code>`).join(', ');
}
