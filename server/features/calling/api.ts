import type { AppliedHours, OpenTime } from '#shared/calling/calendar.ts';
import type { PlanRequest } from '#shared/calling/plan-calls.ts';
import type { WindowClass } from '#shared/calling/window-class.ts';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import type { CallLimit } from '#shared/schemas/calling/calling-profile.ts';
import type { CallingHours, CallingMode } from '#shared/schemas/calling/calling.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';

/** The cells of a contact that say where the person may be. */
export interface ContactPlace {
  /** The dialled number, eleven digits beginning with 1. */
  phone: string;
  state?: string | undefined;
  zipcode?: string | undefined;
}

/** Finds where contacts may be. */
export interface ContactPlaces {
  /** Returns the key of the window class of a contact (see `windowKey`), from memory alone. */
  keyOf(contact: ContactPlace): string;
  /** Returns the zones and states a number may be in; none where its area code is unknown. */
  ofNumber(phone: string): WindowClass;
}

/**
 * When contacts of a window class may be called: while every zone they may be in is within the campaign's hours, the
 * law's and those of the states. Campaigns without hours have the default ones; with a last day (YYYY-MM-DD), until it is
 * over in one of the zones. Pure, and fast enough for each claim.
 */
export interface CallingCalendar {
  mode: CallingMode;
  /** Returns until when contacts of the class may be called without a break, undefined where they may not now. */
  openUntil(
    window: string,
    hours: CallingHours | undefined,
    at: Date,
    lastDay?: string | null,
  ): Date | undefined;
  /** Returns the first moment at or after `at` at which they may be called; undefined if there is none within five weeks. */
  nextOpening(
    window: string,
    hours: CallingHours | undefined,
    at: Date,
    lastDay?: string | null,
  ): Date | undefined;
  /** Returns when a day (YYYY-MM-DD) is over for contacts of the class: when it ends in the first of their zones. */
  endOf(window: string, day: string): Date;
  /** Returns all openings that overlap a time, in order. */
  openings(window: string, hours: CallingHours | undefined, during: OpenTime): readonly OpenTime[];
  /** Returns the time zone in which times of the class are shown. */
  zoneOf(window: string): string;
  /** Returns the most calls to one number in 24 hours that its states allow; undefined without a limit. */
  dailyLimit(window: string): number | undefined;
  applied(window: string, hours: CallingHours | undefined, at: Date): AppliedHours;
}

/**
 * Plans when a list can be called in the two days from its drop date. `pace` is in calls a minute; the system's is the
 * most.
 */
export type PlanCalls = (
  request: Omit<PlanRequest, 'pace'> & { pace: number | undefined },
) => Promise<CallingPlan>;

/**
 * Estimates when the last contact of a list is called; undefined where nobody ever is, or where it takes more than 30 days.
 * Where calls do not wait for their hours, the pace alone decides.
 */
export type PlannedEnd = (request: Parameters<PlanCalls>[0]) => Date | undefined;

/** A call that is about to be placed. */
export interface CallToLog {
  attemptId: string;
  phone: string;
  /** The key of its window class. */
  window: string;
}

/** Returns which numbers, with the keys of their window classes, have been called as often as is allowed. */
export type TooOften = (contacts: readonly Omit<CallToLog, 'attemptId'>[]) => Promise<ReadonlySet<string>>;

/** The limit of a user, and the numbers that have calls, as they were a moment ago. */
export interface LookedUpCalls {
  limit: CallLimit;
  calledBefore: ReadonlySet<string>;
}

/** The calls placed to each number over all campaigns of a user. */
export interface CallLog {
  /** Reads what `reserve` reads for these calls. */
  lookUp(userId: string, calls: readonly Pick<CallToLog, 'phone'>[]): Promise<LookedUpCalls>;
  /**
   * Records calls before they are placed, and returns the attempt ids of those that would exceed the user's limit or a
   * state's: these are not recorded. Exact under concurrent workers, and repeatable for the same attempts. `earlier`: what was
   * read for them just before.
   */
  reserve(userId: string, calls: readonly CallToLog[], earlier?: LookedUpCalls): Promise<ReadonlySet<string>>;
  /**
   * Removes calls that were not placed, unless they have been recorded again after `until`: another worker may place them
   * then. Repeatable.
   */
  remove(userId: string, calls: readonly Omit<CallToLog, 'window'>[], until: Date): Promise<void>;
  /**
   * Returns a function that returns which numbers could not be called at a time, as of the calls until now. The limit of
   * the user is read once.
   */
  tooOften(userId: string, at: Date): Promise<TooOften>;
}

/** Whether an operator has stopped all calls of this deployment. */
export interface CallingStop {
  isStopped(): Promise<boolean>;
  /** Returns when they were stopped; undefined if they are not. */
  stoppedAt(): Promise<Date | undefined>;
}

/** What a user has set for all calls. */
export interface CallingProfile {
  /** The company of the account; '' where none is given. */
  businessName: string;
  /** The number that people call back: eleven digits beginning with 1. */
  callbackNumber?: string | undefined;
  /** The consent of lists that are added without one. */
  defaultConsent?: Consent | undefined;
  /** The legal sentences of messages, with `{business}` and `{number}`; absent for the usual ones. */
  signature?: string | undefined;
  callLimit: CallLimit;
  /** The confirmed number that test calls go to. */
  testPhone?: string | undefined;
}

/** Reads what users have set for all calls. */
export interface CallingProfiles {
  find(userId: string): Promise<CallingProfile>;
  /** Stores the phone that the user has confirmed. */
  setTestPhone(userId: string, phone: string): Promise<void>;
  /** Returns the path of the public page on which people stop the calls of a user; named once, and never renamed. */
  stopPathOf(userId: string): Promise<string>;
  /** Returns whose page has this name (what follows /stop/). */
  ownerOfStopPage(slug: string): Promise<{ userId: string; businessName: string } | undefined>;
}
