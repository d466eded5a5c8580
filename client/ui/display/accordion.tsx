import { ChevronDown } from 'lucide-react';
import { Accordion as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';

export interface AccordionItem {
  id: string;
  title: ReactNode;
  content: ReactNode;
}

/** A list of collapsible items, one open at a time. */
export function Accordion({ items, className }: { items: readonly AccordionItem[]; className?: string }) {
  return (
    <Radix.Root type="single" collapsible className={cx('divide-y divide-line', className)}>
      {items.map((item) => (
        <Radix.Item key={item.id} value={item.id}>
          <Radix.Header>
            <Radix.Trigger className="group flex min-h-13 w-full cursor-pointer items-center justify-between gap-4 rounded-control py-3.5 text-left text-md font-medium text-ink transition-colors hover:text-accent">
              {item.title}
              <Icon
                icon={ChevronDown}
                className="text-ink-3 transition-transform group-data-[state=open]:rotate-180"
              />
            </Radix.Trigger>
          </Radix.Header>
          <Radix.Content className="overflow-hidden text-base text-ink-2 data-[state=closed]:animate-fold data-[state=open]:animate-unfold">
            <div className="max-w-prose pb-4 leading-relaxed">{item.content}</div>
          </Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
