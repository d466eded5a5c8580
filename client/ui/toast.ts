import { toast as sonner } from 'sonner';

/** How long a toast stays, in milliseconds (A §9). */
export const TOAST_MS = 3500;

/** Short news that disappears by itself. What must not be missed belongs on the page instead. */
export const toast = {
  success: (text: string) => void sonner.success(text),
  error: (text: string) => void sonner.error(text),
  info: (text: string) => void sonner.info(text),
};
