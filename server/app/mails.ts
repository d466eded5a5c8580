import {
  createMailQueue,
  type MailQueue,
  type MailQueueOptions,
} from '#server/platform/mail-queue/mail-queue.ts';
import { mailBoxOf } from './feature-settings.ts';
import type { ProcessOptions } from './process-options.ts';

/** Creates the queue of the mails that nobody else repeats. */
export function composeMails(
  options: Omit<MailQueueOptions, 'secretBox'> & { secrets: ProcessOptions['secrets'] | undefined },
): MailQueue {
  return createMailQueue({ ...options, secretBox: mailBoxOf(options) });
}
