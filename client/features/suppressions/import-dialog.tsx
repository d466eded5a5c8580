import { useState, useRef, type ChangeEvent, type ClipboardEvent, useEffect } from 'react';
import { Download, FileText } from 'lucide-react';
import {
  type NumberList,
  IMPORT_SAMPLE,
  IMPORT_SAMPLE_NAME,
  MAX_IMPORT_LINES,
} from '#shared/contacts/suppression-list.ts';
import { formatNumber } from '#shared/formats.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextArea } from '#client/ui/controls/inputs.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { ReviewNumbers } from './review-numbers.tsx';
import type { NumberFileOutcome } from '#shared/contacts/number-file.ts';

/** Import dialog: choose or paste a list, review it with its errors, send it. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const file = useNumberFile();
  const [pasted, setPasted] = useState('');
  const list: NumberList | undefined = file.outcome?.kind === 'list' ? file.outcome.list : undefined;
  return list === undefined ? (
    <ChooseNumbers file={file} pasted={pasted} onPasted={setPasted} onClose={onClose} />
  ) : (
    <ReviewNumbers list={list} isTyped={file.isTyped} onBack={file.reset} onClose={onClose} />
  );
}

/** Longer pasted text is handled like a file, because a browser takes minutes to put it into a field. */
const LONG_TEXT = 20_000;

interface ChooseNumbersProps {
  file: ReturnType<typeof useNumberFile>;
  pasted: string;
  onPasted: (text: string) => void;
  onClose: () => void;
}

/** First step of an import: a CSV file or pasted numbers. */
function ChooseNumbers({ file, pasted, onPasted, onClose }: ChooseNumbersProps) {
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
  return (
    <FormDialog
      title="Import numbers"
      description={`A CSV file or pasted numbers, up to ${formatNumber(MAX_IMPORT_LINES)} lines at a time. You review the numbers before they are added.`}
      className="flex flex-col gap-5"
      submitLabel="Check Numbers"
      busyText="Checking..."
      busy={file.reading}
      disabled={pasted.trim() === ''}
      locked={false}
      unsaved={pasted !== ''}
      onClose={onClose}
      onSubmit={() => {
        file.read(new Blob([pasted]), true);
      }}
    >
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
        hint="One per line, or separated by commas. A contact list works too: every phone number in it is added."
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
    </FormDialog>
  );
}

interface NumberFile {
  /** Starts reading a list in a worker; discards the previous one. `isTyped`: it is in the field. */
  read: (source: Blob, isTyped?: boolean) => void;
  reset: () => void;
  reading: boolean;
  /** Whether the list that is read is in the field, where it can be corrected. */
  isTyped: boolean;
  /** The result once the list is read. */
  outcome: NumberFileOutcome | null;
}

/** Reads one list of numbers at a time in a web worker. */
function useNumberFile(): NumberFile {
  const [source, setSource] = useState<Blob | null>(null);
  const [isTyped, setTyped] = useState(false);
  const [read, setRead] = useState<{ source: Blob; outcome: NumberFileOutcome } | null>(null);

  useEffect(() => {
    if (source === null) return undefined;
    const worker = new Worker(new URL('./number-file-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<NumberFileOutcome>) => {
      setRead({ source, outcome: data });
    });
    worker.addEventListener('error', () => {
      setRead({
        source,
        outcome: { kind: 'problem', message: 'The list could not be read. Please try again.' },
      });
    });
    worker.postMessage(source);
    return () => {
      worker.terminate();
    };
  }, [source]);

  const outcome = source !== null && read?.source === source ? read.outcome : null;
  return {
    read: (next, isNextTyped = false) => {
      setSource(next);
      setTyped(isNextTyped);
    },
    reset: () => {
      setSource(null);
    },
    reading: source !== null && outcome === null,
    isTyped,
    outcome,
  };
}
