import { ChartNoAxesColumn, Table2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { IconButton } from '#client/ui/controls/button.tsx';

interface ChartCardProps {
  title: string;
  /** A summary of the chart, or the reason why it is empty. */
  caption: ReactNode;
  chart: ReactNode;
  /** The same data as an accessible table, a `ChartTable`. */
  table: ReactNode;
  /** What is below either of them. */
  children?: ReactNode;
  className?: string;
}

/** A card that toggles between a chart and its table. */
export function ChartCard({ title, caption, chart, table, children, className }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <span className="-my-1.5 flex items-center gap-1.5">
          {caption}
          <IconButton
            variant="ghost"
            label={asTable ? `${title}: show the chart` : `${title}: show the numbers`}
            icon={asTable ? ChartNoAxesColumn : Table2}
            className="-mr-2"
            onClick={() => {
              setAsTable(!asTable);
            }}
          />
        </span>
      </CardHeader>
      <CardBody className="pt-4">
        {asTable ? table : chart}
        {children}
      </CardBody>
    </Card>
  );
}
