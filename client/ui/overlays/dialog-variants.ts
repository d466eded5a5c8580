/** The overlay scrolls, so that a tall dialog stays reachable on a short screen. */
export const DIALOG_OVERLAY =
  'fixed inset-0 z-50 grid animate-fade place-items-center overflow-y-auto bg-veil p-4 backdrop-blur-[2px] max-sm:place-items-end';

export const DIALOG_PANEL =
  'relative my-auto w-full animate-rise rounded-panel border border-line bg-surface text-ink shadow-float focus:outline-none max-sm:mb-0';
