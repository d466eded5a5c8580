import { trpc } from '#client/app/trpc.ts';
import { Notice } from '#client/ui/display/notice.tsx';

/** How often a visible page asks whether calls are placed. */
const CHECK_MS = 30_000;

/** Shown above every page while no calls are placed for the user: their account is suspended, or all calls are stopped. */
export function CallingNotice() {
  const { data } = trpc.calling.status.useQuery(undefined, { refetchInterval: CHECK_MS });
  if (data?.suspended === true)
    return (
      <Notice tone="failed" title="Your account is suspended" className="mb-6">
        No calls are made, and no campaign can be started. Please write to support.
      </Notice>
    );
  if (data?.stopped === true)
    return (
      <Notice tone="waiting" title="Calls are stopped at the moment" className="mb-6">
        Campaigns that are due wait, and go on by themselves as soon as calls are made again.
      </Notice>
    );
  return null;
}
