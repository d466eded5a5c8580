import {
  useId,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { menuItemAfter, menuItems } from './menu-keys.ts';

/** The props that a Menu passes to its trigger button. */
export type MenuTriggerProps = Pick<
  ComponentProps<'button'>,
  'id' | 'ref' | 'popoverTarget' | 'aria-haspopup' | 'onKeyDown'
>;

interface MenuProps {
  trigger: (props: MenuTriggerProps) => ReactElement;
  /** Content above the actions; announced when the menu opens. */
  note?: ReactNode;
  children: ReactNode;
  className?: string;
}

/**
 * A menu button with a native popover, which closes on a choice, a click outside or Escape and returns the focus. Keys:
 * arrows, Home, End and first letters; Tab closes the menu.
 */
export function Menu({ trigger, note, children, className }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const opening = useRef<AbortController>(null);
  const close = () => panel.current?.hidePopover();
  return (
    <>
      {trigger({
        id: `${id}-button`,
        ref: button,
        popoverTarget: `${id}-panel`,
        'aria-haspopup': 'menu',
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          button.current?.click();
        },
      })}
      <div
        ref={panel}
        id={`${id}-panel`}
        popover="auto"
        onBeforeToggle={({ newState }) => {
          opening.current?.abort();
          if (newState === 'closed') return;
          opening.current = followOnScroll(() => {
            placeBelow(panel.current, button.current);
          });
          // Safari does not focus a clicked button, but the focus must return to it.
          button.current?.focus({ preventScroll: true });
          placeBelow(panel.current, button.current);
        }}
        onToggle={({ newState }) => {
          if (newState === 'closed') return;
          const byKeyboard = button.current?.matches(':focus-visible') === true;
          (byKeyboard ? menuItems(menu.current)[0] : menu.current)?.focus();
        }}
        className={cx(
          'inset-auto base:min-w-44 max-w-[calc(100vw-1rem)] animate-rise rounded-card border border-line bg-surface p-1.5 text-ink shadow-float',
          className,
        )}
      >
        {note !== undefined && (
          <div id={`${id}-note`} className="-mx-1.5 mb-1.5 min-w-0 border-b border-line px-4 pt-1.5 pb-3">
            {note}
          </div>
        )}
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${id}-button`}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className="outline-none"
          onKeyDown={(event) => {
            moveWithin(event, close);
          }}
        >
          {children}
        </div>
      </div>
    </>
  );
}

/** Calls `place` on every scroll until it is aborted: what grows above the button scrolls the page too. */
function followOnScroll(place: () => void): AbortController {
  const abort = new AbortController();
  window.addEventListener('scroll', place, { passive: true, signal: abort.signal });
  return abort;
}

/** Places the panel below the button and right-aligned, or above it if there is more space. */
function placeBelow(panel: HTMLElement | null, button: HTMLElement | null): void {
  if (panel === null || button === null) return;
  const { top, bottom, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - bottom >= top;
  Object.assign(panel.style, {
    right: `${String(Math.max(8, clientWidth - right))}px`,
    top: below ? `${String(bottom + 6)}px` : 'auto',
    bottom: below ? 'auto' : `${String(clientHeight - top + 6)}px`,
  });
}

function moveWithin(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Tab') close();
  // A shortcut of the browser.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = menuItems(event.currentTarget);
  const next = menuItemAfter(items, document.activeElement, event.key);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
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
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onPointerMove={focusPointed}
      onClick={({ currentTarget }) => {
        if (disabled) return;
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onSelect();
      }}
      className={cx(
        'flex h-9 w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-base outline-none select-none pointer-coarse:h-11',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
        danger ? 'text-failed focus:bg-failed-soft' : 'focus:bg-ink/6',
      )}
    >
      {icon !== undefined && <Icon icon={icon} size={16} className={danger ? '' : 'text-ink-3'} />}
      {children}
    </button>
  );
}

/** A separator between groups of a Menu. */
export function MenuSeparator() {
  return <div role="separator" className="-mx-1.5 my-1.5 h-px bg-line" />;
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon: IconType }[];
  onChoose: (value: Value) => void;
}

/** A radio group in a Menu. Choosing an option keeps the menu open. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: MenuChoiceProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex items-center gap-1 px-2.5 py-1.5">
      <span aria-hidden className="mr-auto text-sm text-ink-3">
        {label}
      </span>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={option.value === value}
          aria-label={option.label}
          title={option.label}
          onPointerMove={focusPointed}
          onClick={() => {
            onChoose(option.value);
          }}
          className="grid size-8 cursor-pointer place-items-center rounded-control text-ink-3 outline-none focus:bg-ink/6 focus:text-ink aria-checked:bg-accent-soft aria-checked:text-accent pointer-coarse:size-11"
        >
          <Icon icon={option.icon} size={16} />
        </button>
      ))}
    </div>
  );
}

/** Hovering focuses an entry, so that pointer and keyboard share one highlight. */
function focusPointed({ currentTarget }: { currentTarget: HTMLElement }): void {
  if (document.activeElement !== currentTarget) currentTarget.focus({ preventScroll: true });
}
