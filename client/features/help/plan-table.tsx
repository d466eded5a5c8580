import { formatNumber } from '#shared/formats.ts';
import { monthlyAllowance, PLAN_LIST, type Plan } from '#shared/plans.ts';
import { Card } from '#client/ui/display/card.tsx';
import { DataTable, type Column } from '#client/ui/display/data-table.tsx';

const name: Column<Plan> = {
  key: 'plan',
  header: 'Plan',
  role: 'title',
  cell: (plan) => <span className="font-medium text-ink">{plan.title}</span>,
};

function numberColumn(key: string, header: string, value: (plan: Plan) => string): Column<Plan> {
  return { key, header, align: 'end', cell: (plan) => <span className="text-ink">{value(plan)}</span> };
}

const PRICES = [
  name,
  numberColumn('price', 'A month', (plan) => `$${formatNumber(plan.amount)}`),
  numberColumn('credits', 'Credits a month', (plan) => formatNumber(plan.benefits.assignedCredits)),
  numberColumn('calls', 'Calls a month', (plan) => formatNumber(monthlyAllowance(plan))),
];

const RATES = [
  name,
  numberColumn('call', 'A call', (plan) => `${formatNumber(plan.benefits.creditsPerCall)} credits`),
  numberColumn(
    'extra',
    'An extra call',
    (plan) => `${formatNumber(plan.benefits.creditsPerExtraCall)} credits`,
  ),
];

/** Table of the plans with their prices or call rates, from the plan catalogue. */
export function PlanTable({ show }: { show: 'prices' | 'rates' }) {
  return (
    <Card>
      <DataTable
        label={show === 'prices' ? 'Plans and prices' : 'Credits per call'}
        columns={show === 'prices' ? PRICES : RATES}
        rows={PLAN_LIST}
        rowKey={(plan) => plan.id}
        empty={null}
      />
    </Card>
  );
}
