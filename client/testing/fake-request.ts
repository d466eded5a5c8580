import { onTestFinished, vi } from 'vitest';

/** The upload of a browser, which a test answers. */
export class FakeRequest extends EventTarget {
  static latest: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  opened: string[] = [];
  body: unknown;
  status = 0;
  statusText = '';
  responseText = '';

  constructor() {
    super();
    FakeRequest.latest = this;
  }

  open(...opened: string[]) {
    this.opened = opened;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  send(body: unknown) {
    this.body = body;
  }

  abort() {
    this.dispatchEvent(new Event('abort'));
  }

  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }

  answer(status: number, responseText: string) {
    Object.assign(this, { status, statusText: 'As it is', responseText });
    this.dispatchEvent(new Event('load'));
  }
}

/** Replaces the uploads of the browser until the test ends. */
export function fakeUploads(): void {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
}
