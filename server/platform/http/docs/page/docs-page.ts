import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import { isObject, type Json } from '../json.ts';
import type { Guide } from './guide.ts';
import type { Operation } from './shown-operation.ts';
import { STYLE } from './style.ts';
import { tryForm } from './try-form.ts';

interface Tag {
  name: string;
  description: string;
}

/** Renders the calls of the OpenAPI document as HTML, by group. */
export function callSections(document: Json): string {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path, call })),
  );
  return (document['tags'] as Tag[])
    .map(({ name, description }) => {
      const own = calls.filter(({ call }) => call.tags.includes(name));
      const sections = own.map(({ method, path, call }) => section(method, path, call)).join('\n');
      return `<h2 id="${anchor(name)}">${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>\n${sections}`;
    })
    .join('\n');
}

/** Returns the whole page. `start`, the first call, and `sections`, the calls, are HTML. */
export function docsPage(
  document: Json,
  { start, guides, sections }: { start: string; guides: readonly Guide[]; sections: string },
): string {
  const tags = (document['tags'] as Tag[]).map(({ name }) => ({ id: anchor(name), title: name }));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Hark API</title><style>${STYLE}</style><script type="module" src="/docs/try-it.js"></script></head><body><main><h1>Hark API</h1>
<p>Every call returns JSON, a download a CSV file. The machine-readable description is at <a href="/openapi.json">/openapi.json</a>.</p>
${start}
${navigation('Guides', guides)}
${guides.map(({ id, title, html }) => `<section><h2 id="${id}">${title}</h2>${html}</section>`).join('\n')}
<section><h2>Try the calls</h2><p>Each call below can be sent from this page with your own API key. The key stays in the memory of
this page: it is gone when you close or reload it. Calls are real: they create, spend and delete.</p>
<label for="key">API key</label><input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="hark_…"></section>
${navigation('Groups of calls', tags)}
${sections}</main></body></html>`;
}

function navigation(label: string, targets: readonly { id: string; title: string }[]): string {
  const links = targets.map(({ id, title }) => `<a href="#${id}">${escapeHtml(title)}</a>`);
  return `<nav aria-label="${label}">${links.join(' ')}</nav>`;
}

function anchor(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-');
}

function section(method: string, path: string, call: Operation): string {
  const area = call['x-api-key-area'];
  const access = area === undefined ? 'Needs no API key.' : `Area of API keys: <code>${area}</code>.`;
  return `<section id="${call.operationId}"><h3><b>${method}</b> ${escapeHtml(path)}</h3><p>${escapeHtml(call.summary)}</p><p>${access}</p>
<details><summary>Fields, example and errors</summary>${fieldList(call)}${requestExample(call)}${responseExample(call)}${errorList(call)}</details>
${tryForm(method, path, call)}</section>`;
}

function fieldList({ parameters, requestBody }: Operation): string {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const required = (body['required'] ?? []) as string[];
  const properties = isObject(body['properties']) ? body['properties'] : {};
  const fields = [
    ...parameters.map((field) => ({ ...field, description: field.schema['description'] })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'body',
      required: required.includes(name),
      description: (schema as Json)['description'],
    })),
  ];
  if (fields.length === 0) return '';
  const items = fields.map((field) => {
    const text = typeof field.description === 'string' ? `: ${field.description}` : '';
    const where = `${field.in}${field.required ? '' : ', optional'}`;
    return `<li><code>${escapeHtml(field.name)}</code> (${where})${escapeHtml(text)}</li>`;
  });
  return `<h4>Fields</h4><ul>${items.join('')}</ul>`;
}

function requestExample({ requestBody }: Operation): string {
  const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return example(type === 'application/json' ? 'Request' : `Request as ${type}`, body?.example);
}

function responseExample({ responses }: Operation): string {
  const [status = '', response] = Object.entries(responses)[0] ?? [];
  return example(`Response ${status}`, Object.values(response?.content ?? {})[0]?.example);
}

function example(title: string, value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return `<h4>${title}</h4><pre tabindex="0">${escapeHtml(text)}</pre>`;
}

/** The name of an error response lists its codes. */
function errorList({ responses }: Operation): string {
  const items = Object.entries(responses).flatMap(([status, { $ref }]) =>
    $ref === undefined ? [] : [`<li>${status}: ${codesOf($ref).map(codeLink).join(', ')}</li>`],
  );
  return `<h4>Errors</h4><ul>${items.join('')}</ul>`;
}

function codeLink(code: string): string {
  return `<a href="#${code}">${code}</a>`;
}

function codesOf(ref: string): string[] {
  return (ref.split('/').at(-1) ?? '').replace('campaign.', '').split('-');
}
