import { Download, FileText } from 'lucide-react';
import { useId, useRef, type ChangeEvent, type ClipboardEvent, type SubmitEvent } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { IMPORT_SAMPLE, IMPORT_SAMPLE_NAME, MAX_IMPORT_LINES } from '#shared/contacts/suppression-list.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextArea } from '#client/ui/controls/text-area.tsx';
import type { useNumberFile } from './use-number-file.ts';

/** Longer pasted text is handled like a file, because a browser takes minutes to put it into a field. */
const LONG_TEXT = 20_000;

interface ChooseNumbersProps {
  file: ReturnType<typeof useNumberFile>;
  pasted: string;
  onPasted: (text: string) => void;
  onClose: () => void;
}

/** First step of an import: a CSV file or pasted numbers. */
export function ChooseNumbers({ file, pasted, onPasted, onClose }: ChooseNumbersProps) {
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const problem = file.outcome?.kind === 'problem' ? file.outcome.message : undefined;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    if (chosen !== undefined) file.read(chosen);
    // Allows the user to choose the same file again after editing it.
    target.value = '';
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (text.length < LONG_TEXT) return;
    event.preventDefault();
    file.read(new Blob([pasted.trim() === '' ? text : `${pasted.trimEnd()}\n${text}`]));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    file.read(new Blob([pasted]));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import numbers"
      description={`A CSV file or pasted numbers, up to ${formatNumber(MAX_IMPORT_LINES)} lines at a time. Nothing is added before you have seen what was read.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={pasted.trim() === ''}
            busy={file.reading}
            busyText="Checking..."
          >
            Check Numbers
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={submit}>
        <div className="flex flex-wrap gap-2.5">
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-label="List of numbers (.csv)"
            tabIndex={-1}
            className="sr-only"
            onChange={choose}
          />
          <Button variant="secondary" icon={FileText} onClick={() => input.current?.click()}>
            Choose CSV File
          </Button>
          <Button
            variant="ghost"
            icon={Download}
            onClick={() => {
              saveFile(new Blob([IMPORT_SAMPLE], { type: 'text/csv' }), IMPORT_SAMPLE_NAME);
            }}
          >
            Download Sample
          </Button>
        </div>
        <Field
          label="Or paste numbers"
          hint="One a line, or with commas between them. A contact list works too: its RecommendedPhone column is read."
          error={problem}
        >
          <TextArea
            rows={6}
            spellCheck={false}
            value={pasted}
            onPaste={paste}
            onChange={({ target }) => {
              onPasted(target.value);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
