/** The classes shared by text fields and selects. On phones the text is 16 px: iOS zooms into anything smaller. */
export const controlVariants = [
  'w-full min-w-0 rounded-control border base:border-line-strong base:bg-surface base:px-3 text-base text-ink max-sm:text-[1rem]',
  'transition-[border-color,box-shadow] base:hover:border-ink-3/60',
  'focus-visible:border-accent focus-visible:shadow-[0_0_0_3px_var(--color-accent-soft)] focus-visible:outline-none',
  'aria-invalid:border-failed aria-invalid:focus-visible:shadow-[0_0_0_3px_var(--color-failed-soft)]',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3',
].join(' ');
