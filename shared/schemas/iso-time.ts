import { z } from 'zod';

/** A moment in an answer: an ISO time in UTC. The format is stated for generated clients; it is not checked again. */
export const isoTime = z.string().meta({ format: 'date-time', description: 'ISO time, UTC' });
