import { Megaphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { Card, StatCard } from '#client/ui/display/card.tsx';
import { DataTable, type Column } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { StatusPill, type StatusTone } from '#client/ui/display/status-pill.tsx';

interface Sample {
  name: string;
  delivered: number;
  total: number;
  status: string;
  tone: StatusTone;
}

const ROWS: Sample[] = [
  { name: 'Spring open house', delivered: 412, total: 1000, status: 'Sending', tone: 'running' },
  { name: 'Price drop, Maple Street', delivered: 0, total: 246, status: 'Scheduled', tone: 'waiting' },
  { name: 'Annual check-up reminder', delivered: 731, total: 792, status: 'Success', tone: 'delivered' },
  { name: 'Orientation week', delivered: 0, total: 58, status: 'Failed', tone: 'failed' },
];

const COLUMNS: Column<Sample>[] = [
  {
    key: 'name',
    header: 'Name',
    role: 'title',
    cell: (row) => <span className="font-medium">{row.name}</span>,
  },
  {
    key: 'delivered',
    header: 'Delivered',
    cell: (row) => (
      <div className="w-36">
        <p className="mb-1.5 text-sm text-ink-2">
          {row.delivered} of {row.total}
        </p>
        <Progress label={`Delivered of ${row.name}`} value={row.delivered} max={row.total} />
      </div>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <StatusPill tone={row.tone}>{row.status}</StatusPill> },
  {
    key: 'actions',
    header: 'Actions',
    role: 'actions',
    cell: () => (
      <span className="inline-flex gap-1.5">
        <Button variant="secondary" size="sm">
          Send Now
        </Button>
        <IconButton label="Delete" icon={Trash2} />
      </span>
    ),
  },
];

const EMPTY = (
  <EmptyState
    icon={Megaphone}
    title="No campaigns yet"
    text="Your first one takes about five minutes."
    action={<Button>Create Your First Campaign</Button>}
  />
);

/** Stats and tables: full, loading, empty and failed. */
export function DataStories() {
  const [page, setPage] = useState(1);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard label="Available credits" value="41,720" caption="9,840 on hold" />
        <StatCard label="Active campaigns" value="2" caption="1 sending now" />
        <StatCard label="Recent Activity: 7 days" value="0" caption="" loading />
      </div>
      <Card>
        <DataTable label="Sample" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.name} empty={EMPTY} />
        <Pager page={page} pages={4} onPageChange={setPage} className="border-t border-line px-5 py-3" />
      </Card>
      <Card>
        <DataTable
          label="Loading sample"
          loading
          columns={COLUMNS}
          rows={[]}
          rowKey={(row) => row.name}
          empty={EMPTY}
        />
      </Card>
      <Card>
        <DataTable
          label="Empty sample"
          columns={COLUMNS}
          rows={[]}
          rowKey={(row) => row.name}
          empty={EMPTY}
        />
        <LoadError className="pb-6" onRetry={() => undefined} />
      </Card>
    </>
  );
}
