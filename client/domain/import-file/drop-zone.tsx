import { Upload } from 'lucide-react';
import { useEffect, useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';

interface DropZoneProps {
  onFile: (file: File) => void;
  /** Called for a file that is not a .csv file. */
  onWrongFile: () => void;
  /** Further actions beside Browse. */
  actions: ReactNode;
}

/** Accepts a .csv file by drop or by the file picker, which is the keyboard alternative. */
export function DropZone({ onFile, onWrongFile, actions: besides }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    // Prevents the browser from opening a file that is dropped outside the zone.
    const preventOpen = (event: globalThis.DragEvent) => {
      event.preventDefault();
    };
    window.addEventListener('dragover', preventOpen);
    window.addEventListener('drop', preventOpen);
    return () => {
      window.removeEventListener('dragover', preventOpen);
      window.removeEventListener('drop', preventOpen);
    };
  }, []);

  const accept = (file: File | undefined) => {
    if (file === undefined) return;
    if (file.name.toLowerCase().endsWith('.csv')) onFile(file);
    else onWrongFile();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    accept(event.dataTransfer.files[0]);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    accept(event.target.files?.[0]);
    // Allows choosing the same file again after it was edited.
    event.target.value = '';
  };

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => {
        setIsOver(false);
      }}
      onDrop={drop}
      className={cx(
        'flex flex-col items-center rounded-card border border-dashed px-6 py-9 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon icon={Upload} size={20} />
      </span>
      <p className="mt-4 text-md font-semibold">Drag and drop your CSV file here</p>
      <p className="mt-1 mb-4 text-sm text-ink-3">.csv only, up to 256 MB. In Excel: Save as CSV.</p>
      <input
        ref={input}
        type="file"
        accept=".csv"
        aria-label="Contact list (.csv)"
        tabIndex={-1}
        className="sr-only"
        onChange={choose}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="secondary" onClick={() => input.current?.click()}>
          Browse files
        </Button>
        {besides}
      </div>
    </div>
  );
}
