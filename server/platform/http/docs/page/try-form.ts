import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { Operation } from './shown-operation.ts';

/** Renders the form that sends a call from the page, filled from its example; `try-it.js` sends it, and nothing else does. */
export function tryForm(
  method: string,
  path: string,
  { operationId, parameters, requestBody }: Operation,
): string {
  const inputs = parameters.map(({ name, in: place, required, example }) => {
    const id = `${operationId}-${name}`;
    // The example of a key would make the second call a repetition of the first.
    const value = place === 'header' || example === undefined || example === null ? '' : textOf(example);
    return `<label for="${id}">${escapeHtml(name)} (${place}${required ? '' : ', optional'})</label>
<input id="${id}" name="${escapeHtml(name)}" data-in="${place}" value="${escapeHtml(value)}"${required ? ' required' : ''}>`;
  });
  const body = requestBody?.content['application/json']?.example;
  const text = body === undefined ? undefined : JSON.stringify(body, null, 1);
  const area =
    text === undefined
      ? ''
      : `<label for="${operationId}-body">Body</label>
<textarea id="${operationId}-body" data-in="body" spellcheck="false" rows="${String(Math.min(14, text.split('\n').length))}">${escapeHtml(text)}</textarea>`;
  return `<details><summary>Try it</summary>
<form method="dialog" data-method="${method}" data-path="${escapeHtml(path)}">${inputs.join('\n')}${area}<button>Send ${method}</button></form>
<div class="result" role="status" aria-label="Result of ${operationId}"></div></details>`;
}

function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}
