import { onTestFinished, vi } from 'vitest';

/** The audio element of a browser, which plays what a test says. */
export class FakeAudio extends EventTarget {
  static latest: FakeAudio;
  src = '';
  paused = true;
  ended = false;
  error: object | null = null;
  currentTime = 0;
  duration = Number.NaN;

  constructor() {
    super();
    FakeAudio.latest = this;
  }

  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return this.error === null ? Promise.resolve() : Promise.reject(new Error('It cannot be played'));
  }

  pause() {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }

  removeAttribute(name: string) {
    if (name === 'src') this.src = '';
  }

  /** The link could not be loaded. */
  fail() {
    this.error = {};
    this.dispatchEvent(new Event('error'));
  }
}

/** Replaces the audio elements of the browser until the test ends. */
export function fakeAudio(): void {
  vi.stubGlobal('Audio', FakeAudio);
  onTestFinished(() => void vi.unstubAllGlobals());
}
