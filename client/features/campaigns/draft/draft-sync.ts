import { TRPCClientError } from '@trpc/client';
import type { CampaignDraft, StoredCampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { AppRouter } from '#server/app/app-router.ts';
import type { DraftCalls } from './draft-calls.ts';

/** How long the draft must not change before it is saved, in milliseconds. */
const SETTLED_MS = 1_000;
const RETRY_MS = 15_000;

interface DraftSyncOptions {
  calls: DraftCalls;
  /** Names this visit to the wizard. */
  tab: string;
  /** Called with the version that is stored now. */
  onSaved: (version: string) => void;
  /** Called when the draft on the server is another than the one that was to be changed; null if it was erased. */
  onChangedElsewhere: (draft: StoredCampaignDraft | null) => void;
}

/** Which draft of the server a visit to the wizard has written or may have written. */
export interface WrittenDraft {
  version: string | null;
  tab: string;
}

/** Whether the same request may succeed later: not if the server refuses it or the session has ended. */
function mayHelp(error: unknown): boolean {
  const status =
    error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.httpStatus : undefined;
  return status === undefined || status >= 500 || status === 429;
}

/** Whether a draft is one that a visit has written, also if the answer was lost. */
export function isWrittenBy({ version: written, tab }: WrittenDraft, version: string): boolean {
  return version === written || version.startsWith(`${tab}.`);
}

/**
 * Saves the draft of one visit to the wizard on the server: one request at a time, after pauses in typing, and again once
 * there is a connection. Saves nothing before `follow` and while the draft was changed elsewhere.
 */
export class DraftSync {
  readonly #options: DraftSyncOptions;
  /** The version that the next change follows; undefined until it is known. */
  #base: string | null | undefined;
  #edit = 0;
  #unsaved: CampaignDraft | null = null;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isHeld = false;
  #isDiscarding = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
  }

  get written(): WrittenDraft {
    return { version: this.#base ?? null, tab: this.#options.tab };
  }

  /** Whether everything is saved and nothing keeps it from being saved. */
  isIdle(): boolean {
    return this.#base !== undefined && !this.#isHeld && !this.#isRunning && this.#unsaved === null;
  }

  /** Sets the version that the draft of this visit follows, and saves what was changed meanwhile. */
  follow(version: string | null): void {
    this.#base = version;
    this.#isHeld = false;
    if (this.#unsaved !== null) this.flush();
  }

  /** Stops saving until `follow` is called. */
  hold(): void {
    this.#isHeld = true;
  }

  open(): void {
    this.#isClosed = false;
  }

  /** Saves what is not saved yet, once. */
  close(): void {
    this.#isClosed = true;
    this.flush();
  }

  /** Saves a change soon. */
  change(content: CampaignDraft): void {
    this.#unsaved = content;
    this.#schedule(SETTLED_MS);
  }

  /** Saves what is not saved yet, now. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#unsaved === null || this.#base === undefined) return;
    if (this.#isHeld || this.#isDiscarding || this.#isRunning) return;
    this.#isRunning = true;
    this.#running = this.#save(this.#unsaved, this.#base).finally(() => {
      this.#isRunning = false;
    });
  }

  /** Forgets what is not saved; rejects if the draft could not be erased on the server. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    this.#unsaved = null;
    // What is typed meanwhile waits: it would follow a draft that is about to be erased.
    this.#isDiscarding = true;
    try {
      // A request that is under way would bring the draft back.
      await this.#running;
      await this.#options.calls.discard();
    } finally {
      this.#isDiscarding = false;
      this.#schedule(SETTLED_MS);
    }
    this.#base = null;
    this.#isHeld = false;
    // What was typed meanwhile is a new draft.
    this.flush();
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.flush();
    }, ms);
  }

  async #save(content: CampaignDraft, base: string | null): Promise<void> {
    const { calls, tab, onSaved, onChangedElsewhere } = this.#options;
    this.#unsaved = null;
    this.#edit += 1;
    try {
      const result = await calls.save({ base, tab, edit: this.#edit, content });
      if (result.saved) {
        this.#base = result.version;
        onSaved(result.version);
        this.#schedule(SETTLED_MS);
      } else {
        this.#unsaved ??= content;
        this.#isHeld = true;
        onChangedElsewhere(result.draft);
      }
    } catch (error) {
      // It stays in this browser; a newer change may have come meanwhile.
      this.#unsaved ??= content;
      if (mayHelp(error)) this.#schedule(RETRY_MS);
    }
  }
}
