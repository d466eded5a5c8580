import { z } from 'zod';
import { holidaySchema, OBSERVANCES } from './holidays.ts';
import { STATE_ZONES } from './state-zones.ts';

const date = z.iso.date();
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');

const sourceSchema = z.strictObject({
  title: z.string().min(1).describe('The name of the law'),
  section: z.string().min(1).optional(),
  url: z.url({ protocol: /^https?$/ }),
  as_of: date.describe('The date of the text, or when it was read'),
  compared: date.optional().describe('When somebody compared the rules with a text of it'),
});

/** One rule of one state: the hours of the days it names, a ban on them, or the most calls in 24 hours. */
const ruleSchema = z
  .strictObject({
    state: z.string().refine((code) => Object.hasOwn(STATE_ZONES, code), 'must be two letters of a state'),
    name: z.string().min(1).max(120).describe('As people read it, such as "Texas: Sundays from noon"'),
    days: z.array(z.int().min(1).max(7)).min(1).optional().describe('1 (Monday) to 7 (Sunday)'),
    holidays: z.array(z.string()).min(1).optional().describe('Ids of holidays'),
    observed: z.enum(OBSERVANCES).optional().describe('Which other day is off where a date is at a weekend'),
    hours: z
      .strictObject({ from: time, to: time })
      .refine(({ from, to }) => from < to, 'must end after they begin')
      .optional(),
    closed: z.literal(true).optional(),
    calls_in_24_hours: z.int().min(1).optional(),
    effective: date.optional().describe('The first day on which it holds'),
    until: date.optional().describe('The first day on which it does not hold any more'),
    sources: z.array(z.string()).min(1).describe('Ids of sources'),
    note: z.string().optional(),
  })
  .refine(
    ({ hours, closed, calls_in_24_hours: calls }) =>
      [hours, closed, calls].filter((effect) => effect !== undefined).length === 1,
    'must have one of hours, closed and calls_in_24_hours',
  )
  .refine(
    ({ days, holidays }) => days === undefined || holidays === undefined,
    'must not have both days and holidays',
  );
export type CallingRule = z.infer<typeof ruleSchema>;

/** The rules of states, with their sources: a file that an operator can replace. */
export const callingRulesSchema = z
  .strictObject({
    about: z.string().optional(),
    reviewed: date,
    sources: z.record(z.string(), sourceSchema),
    holidays: z.record(z.string(), holidaySchema),
    rules: z.array(ruleSchema),
  })
  .superRefine(({ rules, holidays, sources }, context) => {
    for (const [index, rule] of rules.entries()) {
      const unknown = (list: 'holidays' | 'sources', known: object): void => {
        const missing = rule[list]?.find((id) => !Object.hasOwn(known, id));
        if (missing !== undefined)
          context.addIssue({
            code: 'custom',
            path: ['rules', index, list],
            message: `"${missing}" is not defined`,
          });
      };
      unknown('holidays', holidays);
      unknown('sources', sources);
    }
  });
export type CallingRules = z.infer<typeof callingRulesSchema>;

export const NO_RULES: CallingRules = { reviewed: '1970-01-01', sources: {}, holidays: {}, rules: [] };
