import { messageOf, type Issue } from '#shared/zod-messages.ts';

/**
 * Configures zod before it loads, which reads this when it does. Its probe of `new Function` would be reported by the
 * content security policy, and its messages are written for programmers: a form shows them beside the field.
 */
const settings = {
  jitless: true,
  customError: (issue: Issue) => `This field ${messageOf(issue)}`,
};

const scope = globalThis as { __zod_globalConfig?: object };
scope.__zod_globalConfig = Object.assign(scope.__zod_globalConfig ?? {}, settings);
