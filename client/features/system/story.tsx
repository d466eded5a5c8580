import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

/** A titled card of the system page with components in several states. */
export function Story({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-5">{children}</CardBody>
    </Card>
  );
}

/** A row of components. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
