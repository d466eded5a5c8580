import { useState } from 'react';
import { Accordion } from '#client/ui/display/accordion.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { Meter, Progress, Spinner } from '#client/ui/display/progress.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { Stepper } from '#client/ui/display/stepper.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { Row, Story } from './story.tsx';

const STEPS = ['Type', 'Upload', 'Message', 'Schedule', 'Review', 'Complete'].map((label) => ({
  id: label,
  label,
}));

/** Progress, states, dialogs and disclosures. */
export function FeedbackStories() {
  return (
    <Story title="Feedback">
      <Row>
        <StatusPill tone="delivered">Success</StatusPill>
        <StatusPill tone="waiting">Scheduled</StatusPill>
        <StatusPill tone="failed">Failed</StatusPill>
        <StatusPill tone="running">Sending</StatusPill>
        <StatusPill tone="neutral">Unknown</StatusPill>
        <Spinner size={20} />
      </Row>
      <Progress label="Sending" value={412} max={1000} valueText="412 of 1,000" />
      <Progress label="Reading the file" />
      <Meter
        label="Credits"
        available={35_000}
        held={9_840}
        total={60_000}
        valueText="35,000 available, 9,840 on hold"
      />
      <Stepper steps={STEPS} current="Message" isDone={(id) => id === 'Type' || id === 'Upload'} />
      {(['info', 'delivered', 'waiting', 'failed'] as const).map((tone) => (
        <Notice
          key={tone}
          tone={tone}
          title={`A notice: ${tone}`}
          action={
            <Button size="sm" variant="secondary">
              Do something
            </Button>
          }
        >
          It stays on the page.
        </Notice>
      ))}
      <SkeletonGroup className="flex flex-col gap-2">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
      </SkeletonGroup>
      <DialogStories />
      <Accordion
        items={[
          {
            id: 'a',
            title: 'Do unused credits roll over?',
            content: 'They do, for as long as you are subscribed.',
          },
          { id: 'b', title: 'Can I cancel at any time?', content: 'Yes, the plan ends with the period.' },
        ]}
      />
    </Story>
  );
}

function DialogStories() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const close = () => {
    setOpen(null);
  };
  return (
    <Row>
      <Button
        variant="secondary"
        onClick={() => {
          setOpen('dialog');
        }}
      >
        Open a dialog
      </Button>
      <Button
        variant="secondary"
        onClick={() => {
          setOpen('confirm');
        }}
      >
        Ask first
      </Button>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Add a new voice"
        description="Mp3 files, up to 10MB each"
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Save</Button>
          </>
        }
      >
        <Field label="Name">
          <TextInput />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete Voice Sample?"
        description="Are you sure you want to delete this voice sample? This action cannot be undone."
        confirmLabel="Delete"
        cancelLabel="Cancel"
        danger
        onConfirm={close}
      />
    </Row>
  );
}
