import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconType } from './icon.tsx';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  children: ReactNode;
  className?: string;
}

/** Actions behind a button. Closes on a choice, a click outside or Escape. */
export function Menu({ trigger, align = 'end', children, className }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx(
            'z-40 min-w-44 animate-rise rounded-card border border-line bg-surface p-1.5 text-ink shadow-float',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  icon?: IconType;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** One action of a Menu. */
export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(
        'flex h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-base outline-none select-none pointer-coarse:h-11',
        'data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-ink/6',
        danger && 'text-failed data-highlighted:bg-failed-soft',
      )}
    >
      {icon !== undefined && <Icon icon={icon} size={16} className={danger ? '' : 'text-ink-3'} />}
      {children}
    </DropdownMenu.Item>
  );
}

/** A hairline between groups of a Menu. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}

/** Words in a Menu that are no action. */
export function MenuNote({ className, ...rest }: ComponentProps<typeof DropdownMenu.Label>) {
  return <DropdownMenu.Label className={cx('px-2.5 py-2', className)} {...rest} />;
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon: IconType }[];
  onChoose: (value: Value) => void;
}

/** One of a few, side by side in a Menu; choosing leaves the menu open. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: MenuChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup
      value={value}
      aria-label={label}
      className="flex items-center gap-1 px-2.5 py-1.5"
    >
      <span aria-hidden className="mr-auto text-sm text-ink-3">
        {label}
      </span>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          aria-label={option.label}
          title={option.label}
          onSelect={(event) => {
            event.preventDefault();
            onChoose(option.value);
          }}
          className="grid size-8 cursor-pointer place-items-center rounded-control text-ink-3 outline-none data-highlighted:bg-ink/6 data-highlighted:text-ink data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent pointer-coarse:size-11"
        >
          <Icon icon={option.icon} size={16} />
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
