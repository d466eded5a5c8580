import { groupBy } from '#server/platform/lib/group-by.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { MAX_WINDOWS } from '#server/features/drops/contacts/call-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { claimableUntil } from './calling-times.ts';
import { windowOf } from './contact-window.ts';

type Deps = Pick<DropsDeps, 'calls' | 'calendar' | 'keyOf' | 'clock' | 'options'>;

/** Contacts of older versions that get a window class at once. */
const BATCH = 1_000;

/** Returns the window classes of the pending calls of a campaign, after each call has one. */
export async function listWindows(deps: Deps, campaignId: string): Promise<string[]> {
  const windows = await deps.calls.listWindows(campaignId);
  if (!windows.includes(null)) return windows.filter((window) => window !== null);
  for (;;) {
    const calls = await deps.calls.listWithoutWindow(campaignId, BATCH);
    for (const [window, alike] of groupBy(calls, (call) => windowOf(deps, call)))
      await deps.calls.setWindow(
        campaignId,
        alike.map(({ _id }) => _id),
        window,
      );
    if (calls.length < BATCH) return listWindows(deps, campaignId);
  }
}

/** Returns whether the calls of a campaign wait for their hours, or at least end with its last day. */
export function waits(
  { calendar }: Pick<DropsDeps, 'calendar'>,
  { lastDay }: Pick<RunnableCampaign, 'lastDay'>,
): boolean {
  return calendar.mode === 'enforce' || typeof lastDay === 'string';
}

/** The pending calls that a claim may take now. */
export interface ClaimableCalls {
  /** Window classes to read; all where unset. */
  windows: readonly string[] | undefined;
  /** Whether a call that was read may be claimed. */
  includes(window: string): boolean;
}

/** The window classes of the pending calls of a campaign during one run; read again before the run ends. */
export class PendingWindows {
  readonly #deps: Deps;
  #known: readonly string[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async read(campaign: Pick<RunnableCampaign, 'id' | 'lastDay'>): Promise<void> {
    if (waits(this.#deps, campaign)) this.#known = await listWindows(this.#deps, campaign.id);
  }

  /** Returns what may be claimed now: of many classes in different states those that close first. */
  claimable(campaign: Pick<RunnableCampaign, 'callingHours' | 'lastDay'>): ClaimableCalls {
    if (!waits(this.#deps, campaign)) return { windows: undefined, includes: () => true };
    const open = this.#known.flatMap((window) => {
      const until = claimableUntil(this.#deps, campaign, window);
      return until === undefined ? [] : [{ window, until: until.getTime() }];
    });
    if (open.length === this.#known.length) {
      const all = new Set(this.#known);
      return { windows: undefined, includes: (window) => all.has(window) };
    }
    const first = open.sort((a, b) => a.until - b.until).slice(0, MAX_WINDOWS);
    return { windows: first.map(({ window }) => window), includes: () => true };
  }
}
