import { z } from 'zod';
import { messageOf } from '#shared/zod-messages.ts';

z.config({ customError: messageOf });
