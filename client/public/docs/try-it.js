// The forms of /docs: sends a call with the API key of the page and shows the response and the same call for curl.

/**
 * @typedef {object} Call
 * @property {string} method
 * @property {string} url
 * @property {Record<string, string>} headers
 * @property {string | undefined} body
 */

/**
 * Returns the call of a form.
 * @param {HTMLFormElement} form
 * @param {string} key
 * @returns {Call}
 */
function callOf(form, key) {
  const { method = 'GET', path = '/' } = form.dataset;
  const url = new URL(location.origin);
  let filled = path;
  /** @type {Record<string, string>} */
  const headers = key === '' ? {} : { Authorization: `Bearer ${key}` };
  /** @type {string | undefined} */
  let body;
  for (const field of form.querySelectorAll('input, textarea')) {
    if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) continue;
    const { name, value } = field;
    if (field.dataset.in === 'path') filled = filled.replace(`{${name}}`, () => encodeURIComponent(value));
    else if (value.trim() === '') continue;
    else if (field.dataset.in === 'query') url.searchParams.set(name, value);
    else if (field.dataset.in === 'header') headers[name] = value;
    else body = value;
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return { method, url: `${url.origin}${filled}${url.search}`, headers, body };
}

/**
 * Returns a text as one word of a POSIX shell.
 * @param {string} text
 */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns the command line of a call; the key is a variable, so that the text can be shared.
 * @param {Call} call
 */
function curlOf({ method, url, headers, body }) {
  const lines = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization'
      ? `-H "Authorization: Bearer $HARK_API_KEY"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  );
  if (body !== undefined) lines.push(`--data-raw ${quoted(body)}`);
  return [`curl -X ${method} ${quoted(url)}`, ...lines].join(' \\\n  ');
}

/**
 * @param {string} title
 * @param {string} text
 */
function block(title, text) {
  const heading = document.createElement('h4');
  heading.textContent = title;
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.textContent = text;
  return [heading, pre];
}

/** @param {string} text */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

/**
 * @param {Element} result
 * @param {Call} call
 */
async function send(result, call) {
  const { method, url, headers, body } = call;
  const curl = block('With curl', curlOf(call));
  result.replaceChildren('Sending…');
  try {
    // Without cookies: the call is that of a program, not of the person who is signed in.
    const response = await fetch(url, {
      method,
      headers,
      credentials: 'omit',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const names = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    result.replaceChildren(
      ...block('Status', `${String(response.status)} ${response.statusText}`),
      ...block('Headers', names),
      ...block('Body', readable(text)),
      ...curl,
    );
  } catch (error) {
    result.replaceChildren(
      ...block('Not sent', error instanceof Error ? error.message : String(error)),
      ...curl,
    );
  }
}

document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  const key = document.querySelector('#key');
  const result = event.target.nextElementSibling;
  if (!(key instanceof HTMLInputElement) || result === null) return;
  void send(result, callOf(event.target, key.value.trim()));
});
