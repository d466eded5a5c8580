import type { Page } from '@playwright/test';

/**
 * Returns the layout errors of the current page: wider than the window, overlapping controls, text cut off without
 * an ellipsis, tables wider than their box, images that failed to load.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const describe = (element: Element) =>
      `<${element.tagName.toLowerCase()}> "${element.textContent.trim().slice(0, 40)}"`;
    const isHidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.getBoundingClientRect().width < 2 ||
      element.closest('.sr-only, [aria-hidden="true"]') !== null;

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      faults.push(`the page is ${String(scrollWidth)} px wide in ${String(clientWidth)}`);

    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea')].filter(
      (control) => !isHidden(control) && !control.matches('[tabindex="-1"]'),
    );
    const isPinned = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isPinned(element.parentElement));
    const boxes = controls
      .filter((control) => !isPinned(control))
      .map((control) => ({ control, box: control.getBoundingClientRect() }));
    boxes.forEach(({ control, box }, at) => {
      for (const { control: other, box: beside } of boxes.slice(at + 1)) {
        const width = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
        const height = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
        const nested = control.contains(other) || other.contains(control);
        // A control may be inside its own field, like the show button of a password.
        const inField = control.matches('input') && control.parentElement === other.parentElement;
        if (width > 2 && height > 2 && !nested && !inField)
          faults.push(`${describe(control)} and ${describe(other)} are over each other`);
      }
    });

    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      if (!own || isHidden(element)) continue;
      const style = getComputedStyle(element);
      const cut = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis';
      if (cut && element.scrollWidth > element.clientWidth + 1)
        faults.push(`${describe(element)} is cut off`);
    }

    // It could be scrolled, but what people look for would be out of sight.
    for (const { ariaLabel, parentElement: box } of document.querySelectorAll('table')) {
      const beyond = box === null ? 0 : box.scrollWidth - box.clientWidth;
      if (beyond > 1)
        faults.push(`the table "${ariaLabel ?? ''}" is ${String(beyond)} px wider than its box`);
    }

    for (const image of document.images)
      if (image.complete && image.naturalWidth === 0) faults.push(`${image.src} did not load`);
    return faults;
  });
}

/** Starts recording layout shifts without user input; call before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; of: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({ value: entry.value, of: entry.sources.map(({ node }) => node?.textContent ?? '') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The Layout Instability entry, which TypeScript's DOM types lack. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Returns the cumulative layout shift so far and the shifted elements. */
export function shiftsOf(page: Page): Promise<{ total: number; of: string[] }> {
  return page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: { value: number; of: string[] }[] };
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    return { total, of: shifts.flatMap(({ of }) => of).map((text) => text.slice(0, 60)) };
  });
}
