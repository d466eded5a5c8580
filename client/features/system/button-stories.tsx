import { CreditCard, EllipsisVertical, LogOut, Plus, Trash2 } from 'lucide-react';
import { Button, ButtonLink, IconButton } from '#client/ui/controls/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#client/ui/overlays/menu.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { Row, Story } from './story.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const;
const SIZES = ['sm', 'md', 'lg'] as const;

/** Buttons, links, menus, tooltips and toasts. */
export function ButtonStories() {
  return (
    <Story title="Buttons and menus">
      {VARIANTS.map((variant) => (
        <Row key={variant}>
          {SIZES.map((size) => (
            <Button key={size} variant={variant} size={size} icon={Plus}>
              {variant}
            </Button>
          ))}
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} busy busyText="Saving...">
            Save
          </Button>
        </Row>
      ))}
      <Row>
        <ButtonLink href="/system" variant="secondary" icon={CreditCard}>
          A link
        </ButtonLink>
        <TextLink href="mailto:support@example.com">A text link</TextLink>
        <IconButton label="Delete" icon={Trash2} />
        <IconButton label="Delete" icon={Trash2} disabled hint="Not while sending" />
        <Button disabled {...tooltip('Subscription Required')}>
          With a reason
        </Button>
        <Menu trigger={(props) => <IconButton label="More" icon={EllipsisVertical} {...props} />}>
          <MenuItem icon={CreditCard} onSelect={() => undefined}>
            Edit
          </MenuItem>
          <MenuItem icon={LogOut} disabled onSelect={() => undefined}>
            Disabled
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => undefined}>
            Delete
          </MenuItem>
        </Menu>
      </Row>
      <Row>
        {(['success', 'error', 'info'] as const).map((type) => (
          <Button
            key={type}
            variant="secondary"
            size="sm"
            onClick={() => {
              toast[type](`A toast of the type ${type}`);
            }}
          >
            {type} toast
          </Button>
        ))}
      </Row>
    </Story>
  );
}
