import { readStored } from '#shared/contacts/phone-number.ts';

/** Drop requests grouped by attempt id and indexed by phone number and campaign. */
export interface AttemptIndex<Request> {
  add(request: Request): void;
  /** Returns the attempts that match, oldest first. The campaign is the first part of an attempt id. */
  find(filter: AttemptFilter): Iterable<[Request, ...Request[]]>;
}

export interface AttemptFilter {
  /** In any form that a number is written. */
  phone?: string | undefined;
  campaign?: string | undefined;
}

/** Creates an empty index. A lookup by number or campaign does not scan the other attempts. */
export function createAttemptIndex<
  Request extends { attemptId: string; to: string },
>(): AttemptIndex<Request> {
  type Attempt = [Request, ...Request[]];
  const attempts = new Map<string, Attempt>();
  const byPhone = new Map<string, Attempt[]>();
  const byCampaign = new Map<string, Attempt[]>();

  return {
    add(request) {
      const earlier = attempts.get(request.attemptId);
      if (earlier !== undefined) {
        earlier.push(request);
        return;
      }
      const attempt: Attempt = [request];
      attempts.set(request.attemptId, attempt);
      appendTo(byPhone, digitsOf(request.to), attempt);
      appendTo(byCampaign, campaignOf(request), attempt);
    },
    find({ phone, campaign }) {
      if (phone === undefined)
        return campaign === undefined ? attempts.values() : (byCampaign.get(campaign) ?? []);
      const called = byPhone.get(digitsOf(phone)) ?? [];
      return campaign === undefined ? called : called.filter(([first]) => campaignOf(first) === campaign);
    },
  };
}

function digitsOf(phone: string): string {
  const read = readStored(phone);
  return read.ok ? read.digits : phone.replace(/^\+/, '');
}

const campaignOf = ({ attemptId }: { attemptId: string }) => attemptId.split('-', 1)[0] ?? '';

function appendTo<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}
