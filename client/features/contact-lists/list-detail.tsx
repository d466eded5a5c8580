import { ArrowLeft, BookUser, Megaphone, Pencil, Plus, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import { formatCount } from '#shared/formats.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { useNamedTitle } from '#client/app/routing/use-title.ts';
import { paths } from '#client/app/routing/paths.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Card, CardBody } from '#client/ui/display/card.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { EmptyState, LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { ListContacts } from './list-contacts.tsx';
import { consentText } from './list-text.ts';

const ContactDialog = lazyWithPreload(() => import('./contact-dialog.tsx'));
const ListConsentDialog = lazyWithPreload(() => import('./list-consent-dialog.tsx'));
const RenameListDialog = lazyWithPreload(() => import('./rename-list-dialog.tsx'));

const DIALOGS = { add: ContactDialog, rename: RenameListDialog, delete: DeleteList };

const BUILDING_MS = 1_500;

/** One saved list: what it is, and its contacts. */
export function ListDetail({ id }: { id: string }) {
  const { data, error, isError, isFetching, refetch } = trpc.contactLists.get.useQuery(
    { id },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.list.status === 'building' ? BUILDING_MS : false),
    },
  );
  if (isError && errorStatus(error) === 404) return <ListGone />;
  if (data === undefined)
    return isError ? (
      <LoadError busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div className="flex flex-col gap-4">
        <Skeleton className="mb-3 h-9 w-64" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    );
  const { list, campaigns } = data;
  return (
    <div className="flex flex-col gap-4">
      <ListHeader list={list} />
      <ListFacts list={list} campaigns={campaigns} />
      {/* A list that is built has no stable pages yet. */}
      {list.status === 'ready' ? <ListContacts list={list} /> : <Skeleton className="h-60 rounded-card" />}
    </div>
  );
}

function ListGone() {
  return (
    <EmptyState
      isPage
      icon={BookUser}
      title="This list was deleted"
      text="Choose another one."
      action={
        <ButtonLink href={paths.contacts} variant="secondary">
          All Lists
        </ButtonLink>
      }
    />
  );
}

function ListHeader({ list }: { list: ContactListView }) {
  useNamedTitle(list.name);
  const { dialog, ask } = useDialog(DIALOGS);
  return (
    <div className="mb-3">
      <p className="mb-2 text-sm">
        <TextLink href={paths.contacts} className="inline-flex items-center gap-1">
          <ArrowLeft size={14} aria-hidden /> All lists
        </TextLink>
      </p>
      <PageHeader
        title={list.name}
        text={
          list.status === 'building'
            ? `Being put together · ${formatCount(list.size, 'contact')} so far`
            : formatCount(list.size, 'contact')
        }
        actions={
          <>
            <Button
              variant="ghost"
              icon={Trash2}
              onClick={() => {
                ask('delete', { list });
              }}
            >
              Delete
            </Button>
            <Button
              variant="secondary"
              icon={Pencil}
              onClick={() => {
                ask('rename', { list });
              }}
            >
              Rename
            </Button>
            <Button
              variant="secondary"
              icon={Plus}
              disabled={list.status === 'building'}
              onClick={() => {
                ask('add', { list });
              }}
            >
              Add Contact
            </Button>
            {list.status === 'ready' && list.size > 0 && (
              <ButtonLink href={paths.campaignOfList(list.id)} icon={Megaphone}>
                Start a Campaign
              </ButtonLink>
            )}
          </>
        }
      />
      {dialog}
    </div>
  );
}

function DeleteList({ list, onClose }: { list: ContactListView; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [, navigate] = useLocation();
  const remove = trpc.contactLists.delete.useMutation({
    async onSuccess() {
      toast.success(`“${list.name}” was deleted.`);
      navigate(paths.contacts, { replace: true });
      await utils.contactLists.list.invalidate();
    },
    onError(error) {
      toast.error(errorText(error, 'The list could not be deleted. Please try again.'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      danger
      title={`Delete “${list.name}”?`}
      description="The list and its contacts are erased. Campaigns that were made from it keep their contacts."
      confirmLabel="Delete List"
      cancelLabel="Cancel"
      busy={remove.isPending}
      onConfirm={() => {
        remove.mutate({ id: list.id });
      }}
    />
  );
}

interface ListFactsProps {
  list: ContactListView;
  campaigns: readonly { id: string; name: string }[];
}

function ListFacts({ list, campaigns }: ListFactsProps) {
  const { consent, used_by: uses } = list;
  const fact = (label: string, value: React.ReactNode) => (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{value}</dd>
    </div>
  );
  return (
    <Card aria-label="About this list">
      <CardBody className="px-5 py-4">
        <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {fact(
            'Consent',
            <>
              {`${consentText(list)}, ${consent.obtained_at}`}
              <br />
              <ChangeConsent list={list} />
            </>,
          )}
          {fact('Where it was obtained', consent.source)}
          {fact('Created', <Moment at={list.created_at} />)}
          {fact(
            'Used by',
            uses === 0
              ? 'No campaign yet'
              : campaigns.slice(0, 3).map(({ id, name }, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    <TextLink href={paths.analyticsDetails(name)}>{name}</TextLink>
                  </span>
                )),
          )}
        </dl>
      </CardBody>
    </Card>
  );
}

function ChangeConsent({ list }: { list: ContactListView }) {
  const { dialog, ask } = useDialog({ change: ListConsentDialog });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="mt-1.5"
        onClick={() => {
          ask('change', { list });
        }}
      >
        Change Consent
      </Button>
      {dialog}
    </>
  );
}
