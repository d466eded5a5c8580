import { formatPhone } from '#shared/formats.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem 1rem; background: light-dark(#f7f7f4, #0e1412); color: light-dark(#16211e, #e9efec); }
main { width: 100%; max-width: 28rem; background: light-dark(#fff, #151d1a); border: 1px solid light-dark(#e4e4dd, #24302b); border-radius: 14px; padding: 2rem 1.75rem; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em; margin: 0 0 .75rem; overflow-wrap: anywhere; }
p { margin: 0 0 1.25rem; overflow-wrap: anywhere; } p:last-child { margin-bottom: 0; }
.muted { color: light-dark(#55625d, #a3b1ab); font-size: .9375rem; }
label { display: block; font-weight: 600; margin-bottom: .375rem; }
input { width: 100%; font: inherit; padding: .625rem .75rem; border: 1px solid light-dark(#8b9691, #5d6c66); border-radius: 10px; background: light-dark(#fff, #0e1412); color: inherit; }
input[aria-invalid] { border-color: light-dark(#b3261e, #ff8f85); }
.error { color: light-dark(#b3261e, #ff8f85); margin: .375rem 0 0; } .hint { margin: .375rem 0 1.25rem; }
button { width: 100%; font: inherit; font-weight: 600; padding: .75rem 1rem; border: 0; border-radius: 10px; background: light-dark(#0b6e5f, #45cfb3); color: light-dark(#fff, #06231d); cursor: pointer; }
a { color: light-dark(#0b6e5f, #45cfb3); }
:focus-visible { outline: 3px solid light-dark(#0b6e5f, #45cfb3); outline-offset: 2px; }
`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>`;
}

/** Returns the form that stops the voicemails of a business, with what was wrong about the number. */
export function stopForm(businessName: string, { phone = '', error = '' } = {}): string {
  const business = escapeHtml(businessName);
  const problem = error === '' ? '' : `<p class="error" id="error">${escapeHtml(error)}</p>`;
  const field = error === '' ? '' : ' aria-invalid="true" autofocus';
  return page(
    `${error === '' ? '' : 'Error: '}Stop voicemails from ${businessName}`,
    `<h1>Stop voicemails from ${business}</h1>
<p>Enter your phone number, and ${business} will not send you voicemails any more.</p>
<form method="post">
<label for="phone">Phone number</label>
<input id="phone" name="phone" type="tel" autocomplete="tel" required maxlength="40" value="${escapeHtml(phone)}" aria-describedby="${error === '' ? '' : 'error '}hint"${field}>
${problem}<p class="muted hint" id="hint">US or Canada, for example (202) 555-0143</p>
<button>Stop Voicemails</button>
</form>`,
  );
}

/** Returns what a person sees once a number is stored, the same whether or not it was known. */
export function stoppedPage(businessName: string, phone: string): string {
  const business = escapeHtml(businessName);
  return page(
    `No more voicemails from ${businessName}`,
    `<h1>No more voicemails from ${business}</h1>
<p>${escapeHtml(formatPhone(phone))} is now on the do-not-call list of ${business}.</p>
<p class="muted">A voicemail that was handed to the phone company before may still arrive.</p>
<p><a href="">Enter another number</a></p>`,
  );
}

/** Returns the page of an address that belongs to no business. */
export function unknownBusinessPage(): string {
  return page(
    'Page not found',
    '<h1>Page not found</h1><p>Please check the address. It belongs to no business that sends voicemails with Hark.</p>',
  );
}

/** Returns the page of a request that cannot be accepted now. */
export function refusedPage(text: string): string {
  return page(
    'Please try again later',
    `<h1>Please try again later</h1><p role="alert">${escapeHtml(text)}</p>
<p><a href="">Back</a></p>`,
  );
}
