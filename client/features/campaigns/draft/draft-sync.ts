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
  /** The draft that it saves until it follows another. */
  id: string;
  /** Called with the version of a draft that is stored now. */
  onSaved: (version: string, id: string) => void;
  /** Called when the server refuses the draft. */
  onRefused: (error: unknown) => void;
  /** Called when the draft on the server is another than the one that was to be changed; null if it was erased. */
  onChangedElsewhere: (draft: StoredCampaignDraft | null) => void;
}

/** A draft of this browser: the visit that wrote it, unless it came from the server, and when. */
interface RestoredDraft {
  tab?: string | undefined;
  savedAt: number;
}

/** Which draft of the server a visit to the wizard has written or may have written. */
export interface WrittenDraft {
  id: string;
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

function isOfVisit(written: WrittenDraft, draft: StoredCampaignDraft | null): boolean {
  return draft !== null && isWrittenBy(written, draft.version);
}

/**
 * Saves the draft of one visit to the wizard on the server: one request at a time, after pauses in typing, at once when the page
 * is left, and again once there is a connection. Saves nothing while the draft was changed elsewhere.
 */
export class DraftSync {
  readonly #options: DraftSyncOptions;
  #id: string;
  /** The version that the next change follows. */
  #base: string | null = null;
  /** The restored draft as an earlier visit wrote it in this browser; null without one, also once this visit has saved. */
  #restored: RestoredDraft | null = null;
  #edit = 0;
  #unsaved: CampaignDraft | null = null;
  #running: Promise<void> = Promise.resolve();
  #underWay = 0;
  #isHeld = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
    this.#id = options.id;
  }

  get written(): WrittenDraft {
    return { id: this.#id, version: this.#base, tab: this.#options.tab };
  }

  /** Whether everything is saved and nothing keeps it from being saved. */
  isIdle(): boolean {
    return !this.#isHeld && this.#underWay === 0 && this.#unsaved === null;
  }

  /**
   * Sets which draft this visit changes, the version that it follows and, for a restored one, what was restored; saves what
   * was changed meanwhile.
   */
  follow(version: string | null, id = this.#id, restored: RestoredDraft | null = null): void {
    this.#id = id;
    this.#base = version;
    this.#restored = restored;
    this.#isHeld = false;
    if (this.#unsaved !== null) this.flush();
  }

  /** Whether a stored draft is a save of the visit that was restored, which came late. */
  isOutdated({ version, content }: StoredCampaignDraft): boolean {
    if (this.#restored === null) return false;
    const { tab, savedAt } = this.#restored;
    return tab !== undefined && version.startsWith(`${tab}.`) && content.savedAt <= savedAt;
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
    this.leave();
  }

  /** Saves a change soon. */
  change(content: CampaignDraft): void {
    this.#unsaved = content;
    this.#schedule(SETTLED_MS);
  }

  /** Saves what is not saved yet, now. */
  flush(): void {
    if (this.#underWay === 0) this.leave();
  }

  /** The same, also beside a request that is under way: the page may be gone before its answer. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.#unsaved === null || this.#isHeld) return;
    this.#underWay += 1;
    const before = this.#running;
    const saved = this.#save(this.#unsaved, this.written).finally(() => {
      this.#underWay -= 1;
    });
    this.#running = before.then(() => saved);
  }

  /** Forgets the draft and goes on with a new one; rejects if it could not be erased on the server. */
  async discard(next: string): Promise<void> {
    const { id } = this.written;
    this.#unsaved = null;
    this.follow(null, next);
    // A request that is under way would bring the draft back.
    await this.#running;
    await this.#options.calls.discard(id);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.flush();
    }, ms);
  }

  async #save(content: CampaignDraft, { id, version: base, tab }: WrittenDraft): Promise<void> {
    const { calls, onSaved, onRefused, onChangedElsewhere } = this.#options;
    this.#unsaved = null;
    this.#edit += 1;
    const edit = this.#edit;
    try {
      const result = await calls.save({ id, base, tab, edit, content });
      // A later change of this visit may have come to the server first.
      const isLate = edit < this.#edit && !result.saved && isOfVisit(this.written, result.draft);
      if (id !== this.#id || isLate) {
        this.#schedule(SETTLED_MS);
      } else if (result.saved) {
        this.#base = result.version;
        this.#restored = null;
        onSaved(result.version, id);
        this.#schedule(SETTLED_MS);
      } else if (result.draft !== null && this.isOutdated(result.draft)) {
        this.#unsaved ??= content;
        this.#base = result.draft.version;
        this.#schedule(SETTLED_MS);
      } else {
        this.#unsaved ??= content;
        this.#isHeld = true;
        onChangedElsewhere(result.draft);
      }
    } catch (error) {
      if (id === this.#id) {
        // It stays in this browser; a newer change may have come meanwhile.
        this.#unsaved ??= content;
        if (!mayHelp(error)) onRefused(error);
      }
      if (mayHelp(error)) this.#schedule(RETRY_MS);
    }
  }
}
