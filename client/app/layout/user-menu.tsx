import { LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { useLocation } from 'wouter';
import { formatCount } from '#shared/formats.ts';
import {
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  type MenuTriggerProps,
} from '#client/ui/overlays/menu.tsx';
import { chooseTheme, useTheme } from '#client/ui/theme.ts';
import { Skeleton } from '#client/ui/display/states.tsx';
import { paths } from '../routing/paths.ts';
import { useCredits } from '../use-account.ts';
import { useSession } from '../session/use-session.ts';
import { initials, titleCase } from './title-case.ts';

const THEME_OPTIONS = [
  { value: 'system', label: 'As the device', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

/** The account menu: user, credits, theme, settings and sign-out. */
export function UserMenu() {
  const { user, signOut, signingOut } = useSession();
  const { balance } = useCredits();
  const theme = useTheme();
  const [, navigate] = useLocation();
  const name = titleCase(user?.display_name ?? '') || 'User';
  const email = user?.email || 'No email available';
  if (user === null) return <Skeleton className="mr-1 ml-3.5 size-8 rounded-full" />;
  return (
    <Menu
      trigger={(props) => <UserMenuTrigger name={name} {...props} />}
      note={
        <>
          <div className="truncate font-medium">{name}</div>
          <div className="truncate text-sm text-ink-3">{email}</div>
          <div className="mt-2 text-sm text-ink-2">{formatCount(balance, 'credit')}</div>
        </>
      }
      className="w-64"
    >
      <MenuChoice label="Look" value={theme} options={THEME_OPTIONS} onChoose={chooseTheme} />
      <MenuSeparator />
      <MenuItem
        icon={Settings}
        onSelect={() => {
          navigate(paths.profile);
        }}
      >
        Settings
      </MenuItem>
      <MenuItem icon={LogOut} disabled={signingOut} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function UserMenuTrigger({ name, ...rest }: { name: string } & MenuTriggerProps) {
  return (
    <button
      type="button"
      className="flex min-h-10 max-w-60 cursor-pointer items-center gap-3 rounded-full py-1 pr-1 pl-3.5 transition-colors hover:bg-ink/5 has-[+:popover-open]:bg-ink/5 pointer-coarse:min-h-11"
      {...rest}
    >
      <span className="truncate text-ink-2 max-sm:sr-only">{name}</span>
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
      >
        {initials(name)}
      </span>
      <span className="sr-only">, account menu</span>
    </button>
  );
}
