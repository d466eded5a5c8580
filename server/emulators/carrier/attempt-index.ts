/** Requests to drop, kept by attempt: the requests under one attempt id are one attempt. */
export interface AttemptIndex<Request> {
  add(request: Request): void;
  /** Attempts to a number and of a campaign (the first part of an attempt id), oldest first; both optional. */
  find(filter: AttemptFilter): Iterable<[Request, ...Request[]]>;
}

export interface AttemptFilter {
  /** In any notation. */
  phone?: string | undefined;
  campaign?: string | undefined;
}

/** An empty index. A question about one number or one campaign looks at nothing else. */
export function createAttemptIndex<
  Request extends { attemptId: string; to: string },
>(): AttemptIndex<Request> {
  type Attempt = [Request, ...Request[]];
  const attempts = new Map<string, Attempt>();
  const byPhone = new Map<string, Attempt[]>();
  const byCampaign = new Map<string, Attempt[]>();

  return {
    add(request) {
      const known = attempts.get(request.attemptId);
      if (known !== undefined) {
        known.push(request);
        return;
      }
      const attempt: Attempt = [request];
      attempts.set(request.attemptId, attempt);
      append(byPhone, digitsOf(request.to), attempt);
      append(byCampaign, campaignOf(request), attempt);
    },
    find({ phone, campaign }) {
      if (phone === undefined)
        return campaign === undefined ? attempts.values() : (byCampaign.get(campaign) ?? []);
      const called = byPhone.get(digitsOf(phone)) ?? [];
      return campaign === undefined ? called : called.filter(([first]) => campaignOf(first) === campaign);
    },
  };
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '');
const campaignOf = ({ attemptId }: { attemptId: string }) => attemptId.split('-', 1)[0] ?? '';

function append<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}
