/** Whether a click on a link opens it in this tab. */
export function replacesPage(
  link: Pick<HTMLAnchorElement, 'href' | 'target' | 'hasAttribute'>,
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (elsewhere || link.target === '_blank' || link.hasAttribute('download')) return false;
  return /^https?:/.test(link.href);
}
