import { proxyText } from './proxy-answer.ts';
import { isInteger, isString, objectOf, optional, parseJson } from './guards.ts';

/** A response that is not tRPC's: of a proxy, or of the edge of the server, whose errors look like those of REST paths. */
export class OtherResponse extends Error {
  readonly status: number;
  readonly statusText: string;
  /** What it says to a person, if anything. */
  readonly text: string | undefined;

  constructor({ status, statusText }: Pick<Response, 'status' | 'statusText'>, body: string) {
    super(`The response with status ${String(status)} is not one of the API`);
    this.status = status;
    this.statusText = statusText;
    const { message, error } = parseJson(body, isErrorBody) ?? {};
    this.text = message || error || proxyText({ status, body });
  }
}

const isErrorBody = objectOf<{ message?: string | undefined; error?: string | undefined }>({
  message: optional(isString),
  error: optional(isString),
});

/**
 * Sends a request of the API with the session cookie. Reading the response throws `OtherResponse` for one that is not
 * tRPC's, which would otherwise look like no response.
 */
export async function fetchApi(url: RequestInfo | URL | string, init?: RequestInit) {
  const response = await fetch(url, { ...init, credentials: 'include' });
  return {
    ok: response.ok,
    async json(): Promise<unknown> {
      const body = await response.text();
      const answer = parseJson(body, isAnswer);
      if (answer === undefined) throw new OtherResponse(response, body);
      return answer;
    },
  };
}

/** Whether a body is tRPC's: a result or an error for each call, or one error for all. */
function isAnswer(body: unknown): body is object {
  const answers: unknown[] = Array.isArray(body) ? body : [body];
  return answers.length > 0 && answers.every((answer) => isResult(answer) || isError(answer));
}

function isResult(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'result' in value;
}

/** Load balancers too answer with an object as the error; only that of tRPC has the status among its data. */
const isError = objectOf({ error: objectOf({ data: objectOf({ httpStatus: isInteger }) }) });
