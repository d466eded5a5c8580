import { z } from 'zod';
import { messageOf } from '#shared/zod-messages.ts';
import { unknownFields } from './unknown-fields.ts';

z.config({
  customError: (issue) => (issue.code === 'unrecognized_keys' ? unknownFields(issue) : messageOf(issue)),
});
